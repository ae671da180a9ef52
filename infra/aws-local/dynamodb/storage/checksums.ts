import { crc32 } from 'node:zlib';
import type { Level, LevelChange } from '../dynalite/dynalite.ts';

const CHECKSUM_BYTES = 4;

/** A stored value that is not what was written. The message names its key. */
class DamagedValue extends Error {
  constructor(key: string) {
    super(
      `The stored value of ${JSON.stringify(key.replaceAll('\0', '/'))} is damaged. Restore a backup, or run npm run verify -- --repair.`,
    );
  }
}

/** Appends the checksum of key and value. An entry that is only a key stays one: the files' own checksums protect it. */
export function seal(key: string, value: Buffer): Buffer {
  if (value.length === 0) return value;
  const sealed = Buffer.allocUnsafe(value.length + CHECKSUM_BYTES);
  value.copy(sealed);
  sealed.writeUInt32LE(crc32(value, crc32(key)), value.length);
  return sealed;
}

/** @throws DamagedValue */
export function unseal(key: string, sealed: Buffer): Buffer {
  if (sealed.length === 0) return sealed;
  if (!isSealed(key, sealed)) throw new DamagedValue(key);
  return sealed.subarray(0, sealed.length - CHECKSUM_BYTES);
}

/** Whether a value ends with its right checksum. */
export function isSealed(key: string, sealed: Buffer): boolean {
  const end = sealed.length - CHECKSUM_BYTES;
  return end > 0 && sealed.readUInt32LE(end) === crc32(sealed.subarray(0, end), crc32(key));
}

function sealChange(change: LevelChange): LevelChange {
  return change.type === 'put' ? { ...change, value: seal(change.key, change.value) } : change;
}

/** The same store, whose values carry checksums that are compared when a value is read. */
export function withChecksums(db: Level): Level {
  return {
    open: options => db.open(options),
    close: () => db.close(),
    getSync(key, options) {
      const sealed = db.getSync(key, options);
      return sealed && unseal(key, sealed);
    },
    write: (changes, options) => db.write(changes.map(sealChange), options),
    iterator(range) {
      const iterator = db.iterator(range);
      return {
        nextv: async size =>
          (await iterator.nextv(size)).map(([key, sealed]): [string, Buffer] => [key, unseal(key, sealed)]),
        close: () => iterator.close(),
      };
    },
    clear: range => db.clear(range),
    snapshot: () => db.snapshot(),
  };
}
