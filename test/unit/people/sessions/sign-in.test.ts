import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashPassword } from '../../../../shared/people/authors/password.ts';
import { Authors } from '../../../../shared/people/authors/record.ts';
import { createAuthor, editAuthor } from '../../../../shared/people/authors/write.ts';
import { authenticateSession } from '../../../../shared/people/sessions/authenticate.ts';
import { sessionItem, sessionKey } from '../../../../shared/people/sessions/record.ts';
import { signIn } from '../../../../shared/people/sessions/sign-in.ts';
import { endSession, keepSession } from '../../../../shared/people/sessions/write.ts';
import { nowTs } from '../../../../shared/platform/core/clock.ts';
import { SessionEnded, SignInRefused } from '../../../../shared/platform/core/errors.ts';
import { newId } from '../../../../shared/platform/core/ids.ts';
import { deleteItem, putItem } from '../../../../shared/platform/store/put.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';
import { ADMIN, useEngines } from '../../../support/aws/engines.ts';
import { beforeFirst, dyingAfter, withFaults } from '../../../support/aws/faults.ts';
import { plantOldHash } from '../../../support/resources/sessions.ts';
import { advanceClock, restoreClock, stopClock } from '../../../support/time/clock.ts';

useEngines();

const PASSWORD = 'nine years for a bridge';
const CLIENT = { address: '192.0.2.1', device: 'Browser' };
let number = 0;
let email = '';
let id = 0;

beforeEach(async () => {
  stopClock();
  email = `person${++number}@example.org`;
  id = (await createAuthor({ email, password: PASSWORD, role: 'Editor' }, ADMIN)).value.id;
});
afterEach(() => {
  vi.restoreAllMocks();
  restoreClock();
});

function edit(password: string, options = {}) {
  return editAuthor(id, { first_name: 'A', last_name: 'B', password }, ADMIN, options);
}

async function storedHash(): Promise<unknown> {
  return (await getItem(Authors.otherKey(id, 'password'), { consistent: true }))?.hash;
}

describe('signIn()', () => {
  it('stores a hash of an earlier release again with today’s parameters', async () => {
    const old = await plantOldHash(id, PASSWORD);
    await expect(signIn({ email, password: 'wrong' }, CLIENT)).rejects.toThrow(SignInRefused);
    expect(await storedHash()).toBe(old);
    await signIn({ email, password: PASSWORD }, CLIENT);

    expect(await storedHash()).toMatch(/^argon2id\$19456\$2\$1\$/);
    await signIn({ email, password: PASSWORD }, CLIENT);
  });

  it('leaves a password that was changed while the old one was compared', async () => {
    await plantOldHash(id, PASSWORD);
    const changed = await hashPassword('ten years for a bridge');
    const change = () => putItem({ ...Authors.otherKey(id, 'password'), hash: changed });
    await withFaults(beforeFirst('UpdateItemCommand', change), () =>
      signIn({ email, password: PASSWORD }, CLIENT),
    );

    expect(await storedHash()).toBe(changed);
  });

  it('begins no session that counts when the password is changed while the old one is compared', async () => {
    // The session is the first item that is put on its own.
    const { cookie } = await withFaults(
      beforeFirst('PutItemCommand', () => edit('ten years for a bridge')),
      () => signIn({ email, password: PASSWORD }, CLIENT),
    );

    await expect(authenticateSession(cookie, CLIENT)).rejects.toThrow(SessionEnded);
  });

  it('never replaces a session that has the same id', async () => {
    const { session: earlier } = await signIn({ email, password: PASSWORD }, CLIENT);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const taken = newId() + 1;
    const other = sessionItem({ ...earlier, id: taken, hash: 'of another process' });
    await putItem(other);
    const { session } = await signIn({ email, password: PASSWORD }, CLIENT);

    expect(session.id).toBeGreaterThan(taken);
    expect(await getItem(sessionKey(id, taken), { consistent: true })).toEqual(other);
  });

  it('leaves no session when the process dies in between', async () => {
    for (let calls = 0; calls < 4; calls++)
      await withFaults(dyingAfter(calls), () =>
        expect(signIn({ email, password: PASSWORD }, CLIENT)).rejects.toThrow('the process is dead'),
      );
    expect((await signIn({ email, password: PASSWORD }, CLIENT)).session.author_id).toBe(id);
  });
});

describe('use of a session', () => {
  it('moves its end and never goes back', async () => {
    const { cookie, session } = await signIn({ email, password: PASSWORD }, CLIENT);
    const key = sessionKey(id, session.id);
    advanceClock(900);
    await authenticateSession(cookie, { ...CLIENT, address: '198.51.100.7' });
    const used = { used_ts: nowTs(), address: '198.51.100.7', expires: nowTs() + 12 * 3600 + 900 };
    expect(await getItem(key, { consistent: true })).toMatchObject(used);

    const later = { ...(await getItem(key, { consistent: true })), used_ts: nowTs() + 5000 };
    advanceClock(900);
    await withFaults(
      beforeFirst('UpdateItemCommand', () => putItem(later)),
      () => authenticateSession(cookie, CLIENT),
    );
    expect(await getItem(key, { consistent: true })).toEqual(later);
  });

  it('does not bring back a session that was ended during the request', async () => {
    const { cookie, session } = await signIn({ email, password: PASSWORD }, CLIENT);
    advanceClock(900);
    await withFaults(
      beforeFirst('UpdateItemCommand', () => endSession(session.id, ADMIN)),
      () => authenticateSession(cookie, CLIENT),
    );

    expect(await getItem(sessionKey(id, session.id), { consistent: true })).toBeUndefined();
  });

  it('is served when it can’t be recorded', async () => {
    const { cookie } = await signIn({ email, password: PASSWORD }, CLIENT);
    advanceClock(900);
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const fail = (command: string): void => {
      if (command === 'UpdateItemCommand') throw new Error('no update');
    };

    expect(await withFaults(fail, () => authenticateSession(cookie, CLIENT))).toMatchObject({ authorId: id });
  });

  it('costs one look-up in each period of the cache, as a key’s', async () => {
    const { cookie } = await signIn({ email, password: PASSWORD }, CLIENT);
    const calls: string[] = [];
    const count = (command: string): void => void calls.push(command);
    await withFaults(count, async () => {
      for (let times = 0; times < 3; times++) await authenticateSession(cookie, CLIENT);
    });

    expect(calls.filter(command => command === 'GetItemCommand')).toHaveLength(1);
    expect(calls.length).toBeLessThanOrEqual(2);
  });
});

describe('keepSession()', () => {
  it('refuses the new password when the session was ended at the same time', async () => {
    const { session } = await signIn({ email, password: PASSWORD }, CLIENT);
    const before = await storedHash();
    const caller = { ...ADMIN, authorId: id, keyId: session.id, isSession: true as const };
    const change = () =>
      editAuthor(id, { first_name: 'A', last_name: 'B', password: 'ten years for a bridge' }, caller, {
        keepSession: keepSession(caller),
      });
    const racing = withFaults(
      beforeFirst('TransactWriteItemsCommand', () => deleteItem(sessionKey(id, session.id))),
      change,
    );

    await expect(racing).rejects.toThrow(SessionEnded);
    expect(await storedHash()).toBe(before);
    expect(await getItem(sessionKey(id, session.id), { consistent: true })).toBeUndefined();
  });
});
