import { beforeAll, describe, expect, it } from 'vitest';
import { routeList } from '../../../functions/routes/index.ts';
import type { Grant } from '../../../functions/runtime/route.ts';
import { PERMISSIONS } from '../../../shared/platform/site/permissions.ts';
import { permissionText, type Need } from '../../../shared/platform/http/caller.ts';
import { useApi, type Reply } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';

/** The permissions that routes need; one of a list of several is enough. */
const needs = [
  ...new Map(routeList.map(({ permission }) => [permissionText(permission), [permission].flat()])),
];

/** The name of a role that has every permission except some. */
function without(lacking: readonly Need[]) {
  return `Without ${permissionText(lacking)}`;
}

function others(lacking: readonly Need[]) {
  return PERMISSIONS.filter(other => !lacking.includes(other));
}

const lacks = [...PERMISSIONS.map(permission => [permission]), ...needs.map(([, needed]) => needed)];
const api = useApi({
  customRoles: Object.fromEntries(lacks.map(lacking => [without(lacking), others(lacking)])),
});
const keys = new Map<string, string>();

beforeAll(async () => {
  for (const lacking of lacks) {
    // read and engage belong to every role: only a narrowed key lacks them.
    const permissions = others(lacking);
    keys.set(permissionText(lacking), (await api.makeKey(without(lacking), { permissions })).key);
  }
});

const rows = routeList
  .filter(route => !route.isKeyless)
  .map(route => [`${route.method} ${route.path}`, route] as const);

describe.each(rows)('%s', (_name, { method, path, permission }) => {
  const needed = [permission].flat();
  const refusal = `This needs the permission ${permissionText(permission)}`;
  const ask = (key: string | null) => api.send(method, path.replace(/\{\w+\}/g, '12'), { key });

  it('returns 401 without a key', async () => {
    const reply = await ask(null);
    expectRefused(reply, 401, 'api_key_missing', 'An API key is required');
    expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="broadsheet"');
  });

  it('returns 403 with an invalid key', async () => {
    expectRefused(await ask('0'.repeat(64)), 403, 'api_key_invalid', 'API key is not valid');
  });

  it(`returns 403 without the permission ${permissionText(permission)}`, async () => {
    expectRefused(await ask(keys.get(permissionText(permission)) ?? ''), 403, 'forbidden', refusal);
  });

  it('admits a key that lacks another permission', async () => {
    const other = PERMISSIONS.find(candidate => !needed.includes(candidate) && candidate !== 'read');
    // An administrator's key lacks nothing.
    expectLetIn(await ask(needed.includes('admin') ? api.adminKey : (keys.get(other ?? 'engage') ?? '')));
  });

  if (needed.length > 1)
    it('admits a key with one of the permissions', async () => {
      for (const lacking of needed) expectLetIn(await ask(keys.get(lacking) ?? ''));
    });

  function expectLetIn({ status, body }: Reply): void {
    const messages: string = status === 403 ? body.status.messages.join() : '';
    expect(messages).not.toBe(refusal);
    expect([401, 500]).not.toContain(status);
  }
});

describe('route table', () => {
  it('opens only GET routes and the counting of page views to the public', () => {
    for (const route of routeList.filter(row => row.public && row.name !== 'posts/record-page-views')) {
      expect([route.name, route.method, route.permission]).toEqual([route.name, 'GET', 'read']);
    }
  });

  it('opens only sign-ins and the reading of a preview to everyone who has a secret', () => {
    const open = routeList.filter(row => row.isKeyless).map(row => row.name);
    expect(open).toEqual([
      'sessions/create',
      'sessions/passkey-options',
      'sessions/passkey',
      'sessions/single-sign-on-options',
      'sessions/single-sign-on',
      'invitations/accept',
      'previews/get',
    ]);
  });

  it('grants functions of GET routes no write but of items that are derived from stored ones', () => {
    const isWrite = (grant: Grant): boolean =>
      typeof grant !== 'string' || (grant.endsWith(':write') && grant !== 'safe:write');
    for (const route of routeList.filter(row => row.method === 'GET'))
      expect(route.grants.filter(isWrite)).toEqual([]);
  });

  it('contains each pair of method and path once', () => {
    const names = rows.map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
