import * as v from 'valibot';
import {
  BadgeRecord,
  Head as BadgesHead,
  headKey as badgesHeadKey,
} from '../../../shared/taxonomy/badges/record.ts';
import { likesKey, postKey } from '../../../shared/posts/record/record.ts';
import {
  Head,
  headKey,
  SECTION,
  SectionRecord,
  TAG,
  type Kind,
} from '../../../shared/taxonomy/sections/record.ts';
import { computeFingerprint } from '../../../shared/taxonomy/sections/version-guard.ts';
import type { Condition } from '../../../shared/platform/store/condition.ts';
import { readCount } from '../../../shared/platform/store/counter.ts';
import { parseRecord, recordItem, type Versioned } from '../../../shared/platform/store/records/record.ts';
import { keyText, type Item } from '../../../shared/platform/store/table.ts';
import { toName, unchanged, type Disagreement } from './disagreement.ts';
import { hasJob, type Facts } from './facts.ts';
import { createForgetJob } from '../../../shared/posts/counters/likes/forget.ts';
import { FORGET_LIKES, toItem } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { keyIn } from './stored.ts';

/** Compares counts of likes, and the heads of sections, tags and badges, with the records that they sum up. */
export function compareNumbers(facts: Facts): Disagreement[] {
  return [
    ...compareLikes(facts),
    ...[SECTION, TAG].flatMap(kind => compareHead(facts, kind)),
    ...compareBadges(facts),
  ];
}

function compareLikes(facts: Facts): Disagreement[] {
  const counts = new Map<number, number>();
  for (const [, item] of facts.items) {
    const [, like] = /^LIKE#(\d+)#/.exec(keyIn(item).pk) ?? [];
    const [, counter] = item.sk === 'likes' ? (/^POST#(\d+)$/.exec(keyIn(item).pk) ?? []) : [];
    if (like !== undefined) counts.set(Number(like), (counts.get(Number(like)) ?? 0) + 1);
    if (counter !== undefined) counts.set(Number(counter), counts.get(Number(counter)) ?? 0);
  }
  return [...counts].flatMap(([id, count]) => compareCount(facts, id, count));
}

function compareCount(facts: Facts, id: number, count: number): Disagreement[] {
  const key = likesKey(id);
  const stored = facts.items.get(keyText(key));
  if (!facts.items.has(keyText(postKey(id)))) {
    if (hasJob(facts, FORGET_LIKES, id)) return [];
    const repair: Disagreement['repair'] = transaction =>
      transaction.put(toItem(createForgetJob(id))).delete(key);
    return [{ kind: 'number', key: toName(key), fault: `counts ${count} likes of no post`, repair }];
  }
  const difference = count - readCount(stored);
  if (difference === 0) return [];
  const fault = `is ${readCount(stored)}, but there are ${count} likes`;
  return [
    { kind: 'number', key: toName(key), fault, repair: transaction => transaction.add(key, difference) },
  ];
}

/** Without the right fingerprint no section can be read. The fingerprint of tags is never compared (taxonomy/sections/commit.ts). */
function compareHead({ items, unreadable }: Facts, kind: Kind): Disagreement[] {
  if (unreadable.has(kind.declared.pk)) return [];
  const { records, rev } = readKind([...items.values()], kind);
  const key = headKey(kind);
  const stored = items.get(keyText(key));
  const head = v.safeParse(Head, stored);
  const isRight = head.success
    ? kind === TAG || head.output.fingerprint === computeFingerprint(records)
    : !stored && records.length === 0;
  if (isRight) return [];
  const next = nextHead(records, rev, head.success ? head.output : undefined);
  const fault = `${stored ? 'does not agree with' : 'is missing for'} the ${records.length} ${kind.declared.name}s`;
  const repair: Disagreement['repair'] = transaction =>
    transaction.put({ ...key, ...next }, stored ? hasRev(stored.rev) : unchanged(undefined));
  return [{ kind: 'number', key: toName(key), fault, repair }];
}

function nextHead(records: readonly Versioned<SectionRecord>[], rev: number, head: Head | undefined): Head {
  const orders = records.map(({ value }) => value.order + 1);
  return {
    rev: Math.max(rev, head?.rev ?? 0) + 1,
    next_order: Math.max(head?.next_order ?? 1, ...orders),
    fingerprint: computeFingerprint(records),
  };
}

function hasRev(rev: unknown): Condition {
  return {
    expression: 'rev = :rev',
    values: { ':rev': rev },
    otherwise: () => new Error('It has changed'),
  };
}

/** The records of sections or tags, and the latest revision that their tombstones and the version guard have. */
function readKind(items: readonly Item[], kind: Kind): { records: Versioned<SectionRecord>[]; rev: number } {
  const isOfKind = (item: Item) => keyIn(item).pk === kind.declared.pk;
  const isRevised = (item: Item) =>
    keyIn(item).pk.startsWith('FENCE#') || (isOfKind(item) && item.deleted === true);
  return {
    records: items
      .filter(item => isOfKind(item) && 'data' in item)
      .map(item => parseRecord(SectionRecord, item)),
    // Not spread into Math.max, because calls have a limit of arguments.
    rev: items.filter(isRevised).reduce((latest, item) => Math.max(latest, Number(item.rev)), 0),
  };
}

function compareBadges({ items, unreadable }: Facts): Disagreement[] {
  if (unreadable.has('BADGES')) return [];
  const badges = [...items.values()]
    .filter(({ pk }) => pk === 'BADGES')
    .map(item => parseRecord(BadgeRecord, item).value);
  const stored = items.get(keyText(badgesHeadKey));
  const head = stored && parseRecord(BadgesHead, stored);
  if ((head?.value.count ?? 0) === badges.length) return [];
  const next = {
    count: badges.length,
    next_order: Math.max(head?.value.next_order ?? 1, ...badges.map(({ order }) => order + 1)),
  };
  const fault = `is ${head?.value.count ?? 0}, but there are ${badges.length} badges`;
  const repair: Disagreement['repair'] = transaction =>
    transaction.put(recordItem(badgesHeadKey, (head?.version ?? 0) + 1, next), unchanged(stored));
  return [{ kind: 'number', key: toName(badgesHeadKey), fault, repair }];
}
