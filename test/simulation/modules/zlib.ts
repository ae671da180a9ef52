import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { SimulatedProcess } from '../engine/process.ts';

type Done = (error: unknown, bytes?: Buffer) => void;

const ASYNCHRONOUS = ['gzip', 'gunzip', 'deflate', 'inflate', 'brotliCompress', 'brotliDecompress'] as const;

/** Copied once, because some members take time. */
const MEMBERS = { ...zlib };

/** Node.js's module without threads. */
export function createZlib(owner: SimulatedProcess): object {
  const replaced = ASYNCHRONOUS.map(name => {
    const run = zlib[`${name}Sync`] as (bytes: Buffer, options?: object) => Buffer;
    const later = (bytes: Buffer, options: object): Promise<Buffer> =>
      owner.finish(name).then(() => run(bytes, options));
    const withCallback = (bytes: Buffer, ...rest: unknown[]): void => {
      const done = rest.at(-1) as Done;
      later(bytes, rest.length > 1 ? (rest[0] as object) : {}).then(
        result => done(null, result),
        (error: unknown) => done(error),
      );
    };
    return [name, Object.assign(withCallback, { [promisify.custom]: later })];
  });
  return { ...MEMBERS, ...Object.fromEntries(replaced) };
}
