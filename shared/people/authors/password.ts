import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const KEY_BYTES = 32;
const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/** OWASP's parameters for scrypt, stored with each hash so that they can be raised later. */
const SCRYPT_COST = { N: 2 ** 16, r: 8, p: 2, maxmem: 128 * 2 ** 20 };

/** Hashes a password as `scrypt$<N>$<r>$<p>$<salt>$<hash>`, in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password.normalize('NFC'), salt, KEY_BYTES, SCRYPT_COST);
  return [
    'scrypt',
    SCRYPT_COST.N,
    SCRYPT_COST.r,
    SCRYPT_COST.p,
    salt.toString('base64url'),
    hash.toString('base64url'),
  ].join('$');
}
