import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  hashPassword,
  isOutdated,
  isPassword,
  NO_PASSWORD,
} from '../../../../shared/people/authors/password.ts';

const SALT = Buffer.alloc(16, 7);
const PASSWORD = 'correct horse';

/** As releases up to 0.2 stored it. */
function oldHash(password: string): string {
  const derived = scryptSync(password, SALT, 32, { N: 2 ** 16, r: 8, p: 2, maxmem: 2 ** 28 });
  return `scrypt$65536$8$2$${SALT.toString('base64url')}$${derived.toString('base64url')}`;
}

describe('hashPassword()', () => {
  it('stores a salted Argon2id hash that names its parameters', async () => {
    const [first, second] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);

    expect(first).toMatch(/^argon2id\$19456\$2\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(second).not.toBe(first);
    expect(isOutdated(first)).toBe(false);
  });

  it('makes the same hash of an accented letter in one character and in two', async () => {
    expect(await isPassword('cafe\u0301 noir', await hashPassword('caf\u00e9 noir'))).toBe(true);
  });
});

describe('isPassword()', () => {
  it('accepts the password and no other, whichever release stored the hash', async () => {
    for (const stored of [await hashPassword(PASSWORD), oldHash(PASSWORD)]) {
      expect(await isPassword(PASSWORD, stored)).toBe(true);
      expect(await isPassword(`${PASSWORD} `, stored)).toBe(false);
    }
  });

  it('computes the hash that other implementations compute', async () => {
    // Of the reference implementation: argon2 somesaltsomesalt -id -t 2 -k 19456 -p 1 -l 32
    const salt = Buffer.from('somesaltsomesalt').toString('base64url');
    const stored = `argon2id$19456$2$1$${salt}$K13EBUiG7JV-9ZxztmHFTdb7J0WQsnj2V8bZaqyPptE`;
    expect(await isPassword('password', stored)).toBe(true);
  });

  it('accepts no password for an account without one', async () => {
    for (const password of ['A', PASSWORD]) expect(await isPassword(password, NO_PASSWORD)).toBe(false);
    expect(isOutdated(NO_PASSWORD)).toBe(false);
  });
});

describe('isOutdated()', () => {
  it('returns true for another method and for other parameters', () => {
    expect(isOutdated(oldHash(PASSWORD))).toBe(true);
    expect(isOutdated('argon2id$19456$1$1$salt$hash')).toBe(true);
  });
});
