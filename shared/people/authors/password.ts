import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { argon2id } from './argon2.ts';

const HASH_BYTES = 32;
const SALT_BYTES = 16;

/**
 * OWASP's parameters for Argon2id, stored with each hash so that they can be raised: memory in KiB and passes, in one thread. They take 60 ms of
 * processor time; scrypt, of which OWASP's least parameters take 150 ms, has made the hashes of releases up to 0.2.
 */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const CURRENT = `argon2id$${MEMORY_KIB}$${PASSES}$1`;

const SCRYPT_MAX_BYTES = 128 * 2 ** 20;
const deriveScrypt = promisify<
  string,
  Buffer,
  number,
  { N: number; r: number; p: number; maxmem: number },
  Buffer
>(scrypt);

/** Hashes a password as `argon2id$<KiB>$<passes>$<threads>$<salt>$<hash>`, in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(CURRENT, password, salt);
  return [CURRENT, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** No password has this hash: its bytes are too few. */
export const NO_PASSWORD = `${CURRENT}$${'A'.repeat(22)}$`;

/** Compares a password with a stored hash in a time that depends on the hash's parameters alone. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [method, first, second, third, salt = '', hash = ''] = stored.split('$');
  const parameters = [method, first, second, third].join('$');
  const derived = await derive(parameters, password, Buffer.from(salt, 'base64url'));
  const expected = Buffer.from(hash, 'base64url');
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

/** Whether a hash was made with other parameters than today's, and should be made again when the password is known. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(`${CURRENT}$`);
}

async function derive(parameters: string, password: string, salt: Buffer): Promise<Buffer> {
  const [method, ...numbers] = parameters.split('$');
  const [first = 0, second = 0, third = 0] = numbers.map(Number);
  const text = password.normalize('NFC');
  if (method === 'scrypt')
    return await deriveScrypt(text, salt, HASH_BYTES, {
      N: first,
      r: second,
      p: third,
      maxmem: SCRYPT_MAX_BYTES,
    });
  return await argon2id({
    ...{ password: text, salt, hashBytes: HASH_BYTES },
    ...{ memoryKib: first, passes: second, threads: third },
  });
}
