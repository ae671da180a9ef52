import { createHash } from 'node:crypto';
import * as v from 'valibot';

/** What a backup says of a file. */
export const Described = v.strictObject({ bytes: v.number(), sha256: v.string() });
export type Described = v.InferOutput<typeof Described>;

export function describe(bytes: Buffer): Described {
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
