import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type * as Argon2 from '../../../../shared/people/authors/argon2.ts';
import { argon2id } from '../../../../shared/people/authors/argon2.ts';
import { createAuthor, editAuthor } from '../../../../shared/people/authors/write.ts';
import { REFUSAL_MS, signIn } from '../../../../shared/people/sessions/sign-in.ts';
import { SignInRefused } from '../../../../shared/platform/core/errors.ts';
import { ADMIN, useEngines } from '../../../support/aws/engines.ts';
import { withLayer } from '../../../support/aws/with-layer.ts';
import { plantOldHash } from '../../../support/resources/sessions.ts';
import { countTime, restoreClock } from '../../../support/time/clock.ts';

/**
 * Whether there is an account with an email must show neither in the work of a refusal nor in its time. `npm run bench -- sign-in` compares
 * measured times, which depend on the machine.
 */
vi.mock('../../../../shared/people/authors/argon2.ts', { spy: true });
const { argon2id: compute } = await vi.importActual<typeof Argon2>(
  '../../../../shared/people/authors/argon2.ts',
);
useEngines();

const PASSWORD = 'nine years for a bridge';
/** Emails of one length, so that requests that name them have one size. */
const [KNOWN, BANNED, OLDER, UNKNOWN] = ['known0', 'banned', 'older0', 'nobody'].map(
  name => `${name}@example.org`,
) as [string, string, string, string];

beforeAll(async () => {
  await createAuthor({ email: KNOWN, password: PASSWORD, role: 'Editor' }, ADMIN);
  const banned = await createAuthor({ email: BANNED, password: PASSWORD, role: 'Editor' }, ADMIN);
  await editAuthor(banned.value.id, { first_name: 'A', last_name: 'B', status: 'banned' }, ADMIN);
  const older = await createAuthor({ email: OLDER, password: PASSWORD, role: 'Editor' }, ADMIN);
  await plantOldHash(older.value.id, PASSWORD);
});
afterAll(restoreClock);

/** The keys in the input of a call: the kind of each partition, and the lengths of both parts. */
function listKeys(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return [];
  const { pk, sk } = input as { pk?: unknown; sk?: unknown };
  if (typeof pk === 'string' && typeof sk === 'string')
    return [`${pk.split('#')[0]} ${pk.length} ${sk.length}`];
  return Object.values(input).flatMap(listKeys);
}

let networks = 0;

/** What a refused sign-in does, and when it is answered by a clock that only moves while it hashes and sleeps. */
async function refuse(email: string, { password = 'wrong', hashMs = 60 } = {}) {
  const time = countTime();
  const calls: [operation: string, keys: string[]][] = [];
  const hashes: number[][] = [];
  vi.mocked(argon2id).mockImplementation(async input => {
    hashes.push([input.memoryKib, input.passes, input.threads, input.salt.length, input.hashBytes]);
    time.pass(hashMs);
    return await compute(input);
  });
  // From a network of its own each time, so that all attempts are the first ones of theirs.
  const client = { address: `203.0.113.${100 + networks++}`, device: 'Browser' };
  await withLayer(
    async ({ operation, input }, next) => {
      calls.push([operation, listKeys(input)]);
      return await next();
    },
    () => expect(signIn({ email, password }, client)).rejects.toThrow(SignInRefused),
  );
  return { calls, hashes, answeredMs: time.elapsedMs() };
}

it('makes the same calls, for keys of the same kinds and sizes, and hashes alike for an unknown email', async () => {
  const wrong = await refuse(KNOWN);
  expect(wrong.calls.map(([operation]) => operation)).toContain('BatchGetItem');
  expect(wrong.calls.flatMap(([, keys]) => keys)).not.toEqual([]);
  expect(wrong.hashes).toEqual([[19_456, 2, 1, 16, 32]]);

  expect(await refuse(UNKNOWN)).toEqual(wrong);
  expect(await refuse(BANNED, { password: PASSWORD })).toEqual(wrong);
});

it.each([0, 60, REFUSAL_MS - 1])('answers at the same time when hashing takes %d ms', async hashMs => {
  for (const email of [KNOWN, UNKNOWN, OLDER])
    expect((await refuse(email, { hashMs })).answeredMs).toBe(REFUSAL_MS);
});
