import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes, type RouteName } from '../../../functions/routes/index.ts';
import { listActions, type Route } from '../../../functions/runtime/route.ts';
import { isInvokedByEvent } from '../../../infra/aws-local/lambda/background.ts';
import { AUDIT_PREFIX } from '../../../shared/platform/store/audit/write-lines.ts';
import type { Layer } from '../../../shared/platform/store/layers.ts';
import { getItems, keyText, type Item, type Key } from '../../../shared/platform/store/table.ts';
import { useApi } from '../../support/api/api.ts';
import { REQUESTS } from '../../support/api/requests.ts';
import { withLayer } from '../../support/aws/with-layer.ts';
import { makeSection } from '../../support/resources/posts.ts';

const api = useApi();

beforeAll(() => makeSection(api, { url: 'budget' }));

const Place = v.object({ pk: v.string(), sk: v.string() });
const Action = v.union([v.object({ Item: Place }), v.object({ Key: Place })]);
/** The actions of a transaction, each under the name of its kind. */
const Transaction = v.object({ TransactItems: v.array(v.record(v.string(), Action)) });

/** The keys that a transaction writes or checks. */
function listKeys(input: object): Key[] {
  return v
    .parse(Transaction, input)
    .TransactItems.flatMap(item => Object.values(item))
    .map(action => ('Item' in action ? action.Item : action.Key));
}

const isEntry = ({ pk }: Key): boolean => pk.startsWith(AUDIT_PREFIX);

/** A process that dies just before, or just after, its first transaction with an entry of the audit trail. */
class Crash {
  readonly #moment: 'before' | 'after';
  #isDead = false;
  /** What the transaction concerns, and what was stored before. */
  found: { keys: Key[]; before: Map<string, Item> } | undefined;

  constructor(moment: 'before' | 'after') {
    this.#moment = moment;
  }

  readonly layer: Layer = async ({ operation, input }, next) => {
    if (isInvokedByEvent()) return await next();
    if (this.#isDead) throw new Error('the process is dead');
    if (operation !== 'TransactWriteItems' || !listKeys(input).some(isEntry)) return await next();
    const keys = listKeys(input);
    this.found = { keys, before: await getItems(keys, { consistent: true }) };
    if (this.#moment === 'after') await next();
    this.#isDead = true;
    throw new Error('the process is dead');
  };
}

/** What the typical request to a route leaves when its process dies. */
async function crash(name: RouteName, moment: 'before' | 'after') {
  const [method, path, body, call] = await REQUESTS[name]!(api);
  const one = new Crash(moment);
  const { status } = await withLayer(one.layer, () => api.send(method, path, { body, ...call }));
  if (!one.found) throw new Error('The request commits no transaction with an entry.');
  const { keys, before } = one.found;
  const after = await getItems(keys, { consistent: true });
  const isChanged = (key: Key): boolean =>
    JSON.stringify(before.get(keyText(key))) !== JSON.stringify(after.get(keyText(key)));
  return {
    status,
    entries: keys.filter(key => isEntry(key) && after.has(keyText(key))).length,
    changes: keys.filter(key => !isEntry(key) && isChanged(key)).length,
  };
}

/** Their typical requests have no entry: the text of posts has revisions. */
const UNAUDITED: ReadonlySet<string> = new Set(['posts/edit']);

const audited = (Object.entries(routes) as [RouteName, Route][]).filter(
  ([name, row]) => listActions(row).length > 0 && !UNAUDITED.has(name),
);

describe.each(audited)('a crash during %s', name => {
  it('leaves neither the change nor the entry when it comes before the transaction', async () => {
    expect(await crash(name, 'before')).toEqual({ status: expect.any(Number), entries: 0, changes: 0 });
  });

  it('leaves both the change and the entry when it comes after the transaction', async () => {
    const left = await crash(name, 'after');
    expect([left.entries > 0, left.changes > 0]).toEqual([true, true]);
  });
});
