import { beforeAll, describe, expect, it } from 'vitest';
import { routeList } from '../../../functions/routes/index.ts';
import { ADMIN_ROLES, BUILT_IN_ROLES, PERMISSIONS } from '../../../shared/platform/site/permissions.ts';
import { permissionText, type Need } from '../../../shared/platform/http/caller.ts';
import { useApi, type Call } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { openSession } from '../../support/resources/sessions.ts';
import { RUNS_ALL } from '../../support/run/rounds.ts';

const api = useApi();

/** A key or session with its role and the permissions that it has. */
interface Held {
  name: string;
  role: string;
  /** The permissions that the key is narrowed to. */
  narrowed?: string[];
  isSession?: true;
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

/** A key that has all permissions of its role, but is narrowed: without administrator rights. */
function narrow({ name, role, has }: Held): Held {
  const narrowed = [...has].filter(need => need !== 'admin');
  return { name: `a ${name} narrowed to the role’s permissions`, role, narrowed, has: new Set(narrowed) };
}

/** A key that only reads, as of a site that shows posts. */
function narrowToRead({ name, role }: Held): Held {
  return { name: `a ${name} narrowed to read`, role, narrowed: ['read'], has: new Set(['read']) };
}

function ofAdmin(name: string, narrowed: readonly Need[]): Held {
  return {
    name,
    role: 'Administrator',
    narrowed: [...narrowed],
    has: new Set(narrowed),
  };
}

function ofSession(held: Held): Held {
  return { ...held, name: `a session of a ${held.role}`, isSession: true };
}

const ROLES = [...BUILT_IN_ROLES].map(ofRole);
/** The roles whose sessions and narrowed keys are tried: in the short suite one that may do everything and one that may do little. */
const TRIED = RUNS_ALL ? ROLES : ROLES.filter(({ role }) => ['Administrator', 'Guest Writer'].includes(role));

const HELD: Held[] = [
  ...ROLES,
  ...TRIED.flatMap(held => [ofSession(held), narrow(held), narrowToRead(held)]),
  ...PERMISSIONS.map(permission => ofAdmin(`an Administrator narrowed to ${permission}`, [permission])),
  ofAdmin('an Administrator narrowed to every permission', PERMISSIONS),
  ofAdmin('an Administrator narrowed to nothing', []),
];
const keys = new Map<string, { key: string; authorId: number }>();

beforeAll(async () => {
  for (const { name, role, narrowed } of HELD)
    keys.set(name, await api.makeKey(role, narrowed && { permissions: narrowed }));
});

/** A session is a new one each time, because one of the routes ends them. */
async function toCall({ name, isSession }: Held): Promise<Call> {
  const { key, authorId } = keys.get(name)!;
  return isSession ? await openSession(api, authorId) : { key };
}

/** A route whose request contains a secret admits every key (api/drafts/previews.test.ts, sessions/sign-in.test.ts). */
const PROTECTED = routeList.filter(({ isKeyless = false }) => !isKeyless);

describe.each(PROTECTED.map(route => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (_name, route) => {
    const needed = [route.permission].flat();
    const refusal = `This needs the permission ${permissionText(route.permission)}`;

    it(`admits exactly the roles, narrowed keys and sessions that have ${permissionText(needed)}`, async () => {
      for (const held of HELD) {
        const { name, has } = held;
        const path = route.path.replace(/\{\w+\}/g, '12');
        const reply = await api.send(route.method, path, await toCall(held));
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
