import { keyText, type Item } from '../../../shared/platform/store/table.ts';
import { uniqueKey } from '../../../shared/platform/store/records/unique.ts';
import type { Claim } from './derive.ts';
import { toName, unchanged, type Disagreement } from './disagreement.ts';
import type { Facts } from './facts.ts';
import { keyIn } from './stored.ts';

const PREFIX = 'UNIQUE#';

interface Claimed extends Claim {
  record: Item;
}

/** Compares unique values with the records that claim them. A text may be claimed in an earlier form. */
export function compareUniqueValues(facts: Facts): Disagreement[] {
  const claims = facts.records.flatMap(({ item: record, derived }) =>
    derived.claims.map((claim): Claimed => ({ ...claim, record })),
  );
  const held = new Map<string, Claimed>();
  const unheld: Claimed[] = [];
  for (const claim of claims) {
    const keys = claim.forms.map(form => keyText(uniqueKey(claim.kind, form)));
    const own = keys.filter(key => facts.items.get(key)?.id === claim.id);
    for (const key of own) held.set(key, claim);
    if (own.length === 0) unheld.push(claim);
  }
  const found = unheld.map(claim => restore(facts, held, claim));
  // A record that no schema reads may claim any of them.
  if (facts.unreadable.size > 0) return found;
  return [...found, ...[...facts.items].flatMap(([text, item]) => (held.has(text) ? [] : superfluous(item)))];
}

function restore({ items }: Facts, held: Map<string, Claimed>, claim: Claimed): Disagreement {
  const key = uniqueKey(claim.kind, claim.forms[0] ?? '');
  const text = keyText(key);
  const other = held.get(text);
  const owner = keyIn(claim.record);
  const disagreement = { kind: 'unique value', key: toName(key) } as const;
  if (other)
    return {
      ...disagreement,
      fault: `is claimed by ${toName(owner)} and by ${toName(keyIn(other.record))}: change one`,
    };
  held.set(text, claim);
  const fault = `${items.has(text) ? 'does not name' : 'is missing for'} ${toName(owner)}`;
  const repair: Disagreement['repair'] = transaction =>
    transaction.check(owner, unchanged(claim.record)).put({ ...key, id: claim.id });
  return { ...disagreement, fault, repair };
}

function superfluous(item: Item): Disagreement[] {
  const key = keyIn(item);
  if (!key.pk.startsWith(PREFIX)) return [];
  const fault = `is claimed by no record (it names ${String(item.id)})`;
  const same = {
    expression: 'id = :id',
    values: { ':id': item.id },
    otherwise: () => new Error('It has changed'),
  };
  const repair: Disagreement['repair'] = transaction => transaction.delete(key, same);
  return [{ kind: 'unique value', key: toName(key), fault, repair }];
}
