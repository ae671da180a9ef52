import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { getItem, type Item } from '../store/table.ts';
import { secretKey } from './keys.ts';

const Secret = v.object({ secret: v.string() });

/** 256 random bits as 64 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('hex');
}

export function secretItem(webhook: number, secret: string): Item {
  return { ...secretKey(webhook), secret };
}

/** The key that signs a webhook's deliveries. Signing needs the plain value, so it can't be hashed and has an item of its own. */
export async function readSecret(webhook: number): Promise<string> {
  return v.parse(Secret, await getItem(secretKey(webhook), true)).secret;
}
