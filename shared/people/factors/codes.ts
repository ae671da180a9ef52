import { randomBytes } from 'node:crypto';
import { hashKey } from '../keys/record.ts';
import type { Factors } from './record.ts';

const CODES = 10;
const CODE_BYTES = 10;
/** The alphabet leaves out letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Makes codes of 80 random bits, as four groups of four characters. So many bits need no slow hash. */
export function makeCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const bits = [...randomBytes(CODE_BYTES)].map(byte => byte.toString(2).padStart(8, '0')).join('');
    const letters = (bits.match(/.{5}/g) ?? []).map(five => ALPHABET[parseInt(five, 2)]).join('');
    return (letters.match(/.{4}/g) ?? []).join('-');
  });
}

/** Hashes a code. Case, spaces, hyphens and letters typed in place of digits make no difference. */
export function hashCode(code: string): string {
  return hashKey(
    code
      .toLowerCase()
      .replace(/[^0-9a-z]/g, '')
      .replaceAll('o', '0')
      .replace(/[il]/g, '1'),
  );
}

/** Returns the factors without this code; undefined when the code is unknown or was used. */
export function useCode(factors: Factors, code: string): Factors | undefined {
  const hash = hashCode(code);
  return factors.codes.includes(hash)
    ? { ...factors, codes: factors.codes.filter(other => other !== hash) }
    : undefined;
}
