import { beforeAll, describe, expect, it } from 'vitest';
import { routeList } from '../../../functions/routes/index.ts';
import { ADMIN_ROLES, BUILT_IN_ROLES, PERMISSIONS } from '../../../shared/platform/site/permissions.ts';
import { permissionText, type Need } from '../../../shared/platform/http/caller.ts';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi();

/** A key with its role and the permissions that it has. */
interface Held {
  name: string;
  role: string;
  /** The permissions that the key is narrowed to. */
  narrowed?: string[];
  has: ReadonlySet<Need>;
}

function ofRole([role, permissions]: [string, readonly Need[]]): Held {
  return {
    name: role,
    role,
    has: new Set<Need>([
      'read',
      'engage',
      ...permissions,
      ...(ADMIN_ROLES.has(role) ? ['admin' as const] : []),
    ]),
  };
}

function ofAdmin(name: string, narrowed: readonly Need[]): Held {
  return {
    name,
    role: 'Administrator',
    narrowed: [...narrowed],
    has: new Set(narrowed),
  };
}

const HELD: Held[] = [
  ...[...BUILT_IN_ROLES].map(ofRole),
  ...PERMISSIONS.map(permission => ofAdmin(`an Administrator narrowed to ${permission}`, [permission])),
  ofAdmin('an Administrator narrowed to every permission', PERMISSIONS),
  ofAdmin('an Administrator narrowed to nothing', []),
];
const keys = new Map<string, string>();

beforeAll(async () => {
  for (const { name, role, narrowed } of HELD)
    keys.set(name, (await api.makeKey(role, narrowed && { permissions: narrowed })).key);
});

/** A route whose path is a secret admits every key (api/drafts/previews.test.ts). */
const PROTECTED = routeList.filter(({ hasSecretPath = false }) => !hasSecretPath);

describe.each(PROTECTED.map(route => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (_name, route) => {
    const needed = [route.permission].flat();
    const refusal = `This needs the permission ${permissionText(route.permission)}`;

    it(`admits exactly the roles and narrowed keys that have ${permissionText(needed)}`, async () => {
      for (const { name, has } of HELD) {
        const reply = await api.send(route.method, route.path.replace(/\{\w+\}/g, '12'), {
          key: keys.get(name) ?? '',
        });
        if (needed.some(need => has.has(need))) {
          const messages: string[] = reply.status === 403 ? reply.body.status.messages : [];
          expect([name, messages, reply.status === 401]).toEqual([
            name,
            expect.not.arrayContaining([refusal]),
            false,
          ]);
        } else expectRefused(reply, 403, 'forbidden', refusal);
      }
    });
  },
);
