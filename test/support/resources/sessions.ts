import { randomBytes, scryptSync } from 'node:crypto';
import { Authors } from '../../../shared/people/authors/record.ts';
import { beginSession as startSession } from '../../../shared/people/sessions/write.ts';
import { SESSION_COOKIE } from '../../../shared/platform/http/session-cookie.ts';
import { putItem } from '../../../shared/platform/store/put.ts';
import { as } from '../api/calls.ts';
import type { Api, Reply } from '../api/client.ts';
import { ok } from './posts.ts';

export interface Account {
  id: number;
  email: string;
  password: string;
}

let number = 0;

/** Creates an author who can sign in. */
export async function makeAccount(api: Api, fields: object = {}): Promise<Account> {
  const account = { email: `person${++number}@example.org`, password: 'nine years for a bridge' };
  const names = { first_name: 'Grace', last_name: `Hall ${number}` };
  const { id } = await ok(api.post('/api/1.1/authors', { ...names, ...account, ...fields }));
  return { id, ...account };
}

/** The headers of a page of the service's own host. */
export function ownPage({ stack }: Api): Record<string, string> {
  return { origin: new URL(stack.url).origin, 'x-requested-with': 'page' };
}

export function signIn(api: Api, { email, password }: Omit<Account, 'id'>): Promise<Reply> {
  return api.post('/sessions', { email, password }, { key: null });
}

/** The cookie that an answer sets, as a browser sends it. */
export function cookieIn({ headers }: Reply): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Signs in. @returns the session, and the requests of a page that has its cookie */
export async function beginSession(api: Api, account: Omit<Account, 'id'>) {
  const reply = await signIn(api, account);
  const session = await ok(Promise.resolve(reply));
  const cookie = cookieIn(reply);
  return { session, cookie, call: { key: null, headers: { ...ownPage(api), cookie } } };
}

/** Begins a session of an author without a password. @returns the requests of a page that has its cookie */
export async function openSession(api: Api, authorId: number) {
  const { cookie } = await as('the test', async () => {
    const { value: author } = await Authors.read(authorId, { consistent: true });
    return await startSession(author, { address: '192.0.2.1', device: 'Browser' });
  });
  return { key: null, headers: { ...ownPage(api), cookie: `${SESSION_COOKIE}=${cookie}` } };
}

/** An administrator's invitation of an author. */
export function invite(api: Api, authorId: number): Promise<any> {
  return ok(api.post(`/authors/${authorId}/invitations`, {}));
}

/** Stores a password as releases up to 0.2 did. */
export async function plantOldHash(id: number, password: string): Promise<string> {
  const [N, r, p, salt] = [65_536, 8, 2, randomBytes(16)];
  const derived = scryptSync(password, salt, 32, { N, r, p, maxmem: 2 ** 28 });
  const hash = ['scrypt', N, r, p, salt.toString('base64url'), derived.toString('base64url')].join('$');
  await as('the test', () => putItem({ ...Authors.otherKey(id, 'password'), hash }));
  return hash;
}
