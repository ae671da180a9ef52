import { Cursor } from './cursor.ts';
import type { Level, Range, Space } from './dynalite/dynalite.ts';
import type { Journal } from './journal.ts';
import type { Codec } from './storage/codecs.ts';
import { MAX } from './storage/keys.ts';

const READ_AHEAD_BYTES = 256 * 1024;

/** The entries whose keys begin with a prefix, or those in a range behind it. */
export function within(prefix: string, range: Range = {}): Range {
  return {
    ...(range.gt === undefined ? { gte: prefix + (range.gte ?? '') } : { gt: prefix + range.gt }),
    ...(range.lt === undefined ? { lte: prefix + (range.lte ?? MAX) } : { lt: prefix + range.lt }),
    reverse: range.reverse ?? false,
    limit: range.limit ?? -1,
  };
}

function convertRange({ gt, gte, lt, lte, ...others }: Range, codec: Codec): Range {
  return {
    ...others,
    ...(gt !== undefined && { gt: codec.toKey(gt) }),
    ...(gte !== undefined && { gte: codec.toKey(gte) }),
    ...(lt !== undefined && { lt: codec.toKey(lt) }),
    ...(lte !== undefined && { lte: codec.toKey(lte) }),
  };
}

/** The entries whose stored keys begin with a prefix. The space calls back before it returns. */
export function createSpace(journal: Journal, db: Level, prefix: string, codec: Codec): Space {
  const put = (key: string, value: unknown): void =>
    journal.set(prefix + codec.toKey(key), codec.encode(value));
  const del = (key: string): void => journal.set(prefix + codec.toKey(key), undefined);
  const stream = (range: Range = {}, decode: (key: string, value: Buffer) => unknown): Cursor => {
    const stored = within(prefix, convertRange(range, codec));
    const iterator = db.iterator({ ...stored, highWaterMarkBytes: READ_AHEAD_BYTES });
    return new Cursor(iterator, range.limit, (key, value) => decode(key.slice(prefix.length), value));
  };
  return {
    get(key, done) {
      const storedKey = codec.toKey(key);
      const value = journal.get(prefix + storedKey);
      done(null, value && codec.decode(value, storedKey));
    },
    put(key, value, done) {
      put(key, value);
      done();
    },
    del(key, done) {
      del(key);
      done();
    },
    batch(changes, done) {
      for (const { type, key, value } of changes) {
        if (type === 'put') put(key, value);
        else del(key);
      }
      done();
    },
    // Write commands never interleave, so no lock is needed.
    lock: (_key, run) => run(done => done),
    createKeyStream: range => stream(range, key => key),
    createValueStream: range => stream(range, (key, value) => codec.decode(value, key)),
  };
}
