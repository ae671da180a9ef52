import crypto, { type ScryptOptions } from 'node:crypto';
import type { SimulatedProcess } from '../engine/process.ts';

/** Copied once, because some members take time. */
const MEMBERS = { ...crypto };

/** Node.js's module with random values of the seed, and without threads. */
export function createCrypto(owner: SimulatedProcess): object {
  const { chance } = owner.machine;
  return {
    ...MEMBERS,
    randomUUID: () => chance.uuid(),
    randomBytes: (size: number) => chance.bytes(size),
    randomInt: (limit: number) => chance.below(limit),
    scrypt: (
      password: string,
      salt: Buffer,
      size: number,
      options: ScryptOptions,
      done: (error: Error | null, key: Buffer) => void,
    ) => {
      const key = crypto.scryptSync(password, salt, size, options);
      owner.after(1, 'scrypt', () => done(null, key));
    },
  };
}
