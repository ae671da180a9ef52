import { beforeAll, describe, expect, it } from 'vitest';
import { routeList } from '../../functions/routes.ts';
import { PERMISSIONS } from '../../shared/config/permissions.ts';
import { useApi } from './support/api.ts';
import { expectRefused } from './support/refused.ts';

/** A role for each permission that has everything else. */
const without = (permission: string) => `Without ${permission}`;
const customRoles = Object.fromEntries(
  PERMISSIONS.map(permission => [without(permission), PERMISSIONS.filter(other => other !== permission)]),
);
const api = useApi({ customRoles });
const keys = new Map<string, string>();

beforeAll(async () => {
  for (const permission of PERMISSIONS) {
    // read and engage belong to every role: only a narrowed key lacks them.
    const permissions = PERMISSIONS.filter(other => other !== permission);
    keys.set(permission, (await api.keyOf(without(permission), { permissions })).key);
  }
});

const rows = routeList.map(route => [`${route.method} ${route.path}`, route] as const);

describe.each(rows)('%s', (_name, { method, path, permission }) => {
  const ask = (key: string | null) => api.send(method, path.replace(/\{\w+\}/g, '12'), { key });

  it('needs a key', async () => {
    const reply = await ask(null);
    expectRefused(reply, 401, 'api_key_missing', 'An API key is required');
    expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="broadsheet"');
  });

  it('needs a valid key', async () => {
    expectRefused(await ask('0'.repeat(64)), 403, 'api_key_invalid', 'API key is not valid');
  });

  it(`needs the permission ${permission}`, async () => {
    expectRefused(
      await ask(keys.get(permission) ?? ''),
      403,
      'forbidden',
      `This needs the permission ${permission}`,
    );
  });

  it('asks for no other permission at the door', async () => {
    const other = PERMISSIONS.find(candidate => candidate !== permission && candidate !== 'read') ?? 'engage';
    const reply = await ask(keys.get(other) ?? '');
    const refused = reply.status === 403 ? reply.body.status.messages.join() : '';
    expect(refused).not.toBe(`This needs the permission ${permission}`);
    expect([401, 500]).not.toContain(reply.status);
  });
});

describe('the route table', () => {
  it('opens to the public nothing but reading, and being counted as a reader', () => {
    for (const route of routeList.filter(row => row.public && row.name !== 'posts/record-page-views')) {
      expect([route.name, route.method, route.permission]).toEqual([route.name, 'GET', 'read']);
    }
  });

  it('lets no function write that only reads', () => {
    for (const route of routeList.filter(row => row.method === 'GET'))
      expect(route.grants.filter(grant => grant.endsWith(':write'))).toEqual([]);
  });

  it('has each method and path once', () => {
    const names = rows.map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
