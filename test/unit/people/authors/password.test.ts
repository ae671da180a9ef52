import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '../../../../shared/people/authors/password.ts';

describe('hashPassword()', () => {
  it('stores a salted scrypt hash that names its parameters', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    const [name, N, r, p, salt = '', hash] = first.split('$');
    expect([name, N, r, p]).toEqual(['scrypt', '65536', '8', '2']);
    const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: 2 ** 28 };
    expect(
      scryptSync('correct horse', Buffer.from(salt, 'base64url'), 32, options).toString('base64url'),
    ).toBe(hash);
    expect(second).not.toBe(first);
  });
});
