import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes, type RouteName } from '../../../functions/routes/index.ts';
import { listActions, type Route } from '../../../functions/runtime/route.ts';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { AuditEntry, auditKey } from '../../../shared/platform/store/audit/entry.ts';
import { toMonth } from '../../../shared/platform/values/dates.ts';
import { queryItems } from '../../../shared/platform/store/table.ts';
import { useApi } from '../../support/api/api.ts';
import { REQUESTS } from '../../support/api/requests.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { makeSection, ok } from '../../support/resources/posts.ts';

const api = useApi();

beforeAll(() => makeSection(api, { url: 'budget' }));

const anything = expect.anything();

async function readAll(): Promise<AuditEntry[]> {
  const pk = auditKey.partition(toMonth(nowTs()));
  return v.parse(v.array(AuditEntry), await queryItems({ pk, consistent: true }));
}

/** The entries that a request adds. A sweep may note meanwhile that the service has got its address. */
async function entriesOf(work: () => Promise<unknown>): Promise<AuditEntry[]> {
  const known = new Set((await readAll()).map(({ id }) => id));
  await work();
  return (await readAll()).filter(({ id, action }) => !known.has(id) && action !== 'settings.deploy');
}

/** What typical requests record that change several records, or none of what is audited: their text. */
const EXPECTED: Partial<Record<RouteName, string[]>> = {
  'posts/edit': [],
  'invitations/accept': ['author.accept_invitation', 'session.create'],
  'dam/bulk-edit': Array.from({ length: 10 }, () => 'asset.edit'),
  'dam/bulk-delete': Array.from({ length: 10 }, () => 'asset.delete'),
};

describe('GET /audit', () => {
  it('returns the entry of a change, found by each filter, to administrators only', async () => {
    const { key, keyId } = await api.makeKey('Editor');
    await ok(api.delete(`/api_keys/${keyId}`));
    const all = await ok(api.get('/audit', { query: { action: 'api_key.delete', limit: 1 } }));
    const by = { author_id: api.stack.adminAuthorId, resource: 'api_key', resource_id: keyId };

    expect(all).toEqual([
      {
        ...{ id: anything, created_ts: anything, request_id: anything, process: null },
        ...{ actor: 'key', author_id: api.stack.adminAuthorId, key_id: anything, address: anything },
        ...{ action: 'api_key.delete', resource: 'api_key', resource_id: keyId, fields: [] },
      },
    ]);
    const created_ts = Number(all[0].created_ts);
    for (const [filter, count] of [
      [{ ...by, action: 'api_key.delete', since: created_ts, until: created_ts }, 1],
      [by, 2],
      [{ ...by, since: created_ts + 100 }, 0],
      [{ ...by, until: created_ts - 100 }, 0],
      [{ ...by, author_id: 5 }, 0],
      [{ ...by, resource: 'tag' }, 0],
      [{ ...by, resource_id: 5 }, 0],
    ] as const)
      expect(await ok(api.get('/audit', { query: filter }))).toHaveLength(count);
    const other = await api.makeKey('Editor');
    expectRefused(await api.get('/audit', { key: other.key }), 403, 'forbidden');
    expect(key).not.toBe(other.key);
  });

  it('pages backwards without repeating or leaving out an entry', async () => {
    await makeSection(api, { url: 'another' });
    const whole = await readAll();
    const ids: string[] = [];
    let next: string | undefined = '/api/1.3/audit?limit=3';
    while (next !== undefined) {
      const reply: any = await api.send('GET', next);
      ids.push(...reply.body.map(({ id }: AuditEntry) => id));
      next = /<([^>]+)>/.exec(reply.headers.get('link') ?? '')?.[1];
    }

    expect(ids).toEqual(whole.map(({ id }) => id).reverse());
  });
});

const writes = (Object.entries(routes) as [RouteName, Route][]).filter(
  ([, row]) => row.method !== 'GET' || row.audit !== undefined,
);

it('each route with an action, apart from saves of texts, has a typical request that makes an entry', () => {
  const without = writes
    .filter(([name, row]) => listActions(row).length > 0 && EXPECTED[name]?.length === 0)
    .map(([name]) => name);
  expect(without).toEqual(['posts/edit']);
  expect(writes.filter(([name]) => REQUESTS[name] === undefined)).toEqual([]);
});

describe.each(writes)('the typical request to %s', (name, row) => {
  const expected = EXPECTED[name] ?? listActions(row).slice(0, 1);

  it(expected.length > 0 ? 'is found once, with its action' : 'has no entry', async () => {
    const [method, path, body, call] = await REQUESTS[name]!(api);
    const entries = await entriesOf(() => ok(api.send(method, path, { body, ...call })));

    expect(entries.map(({ action }) => action)).toEqual(expected);
  });
});
