import { ClassicLevel } from 'classic-level';
import { MemoryLevel } from 'memory-level';
import type { Level, LevelChange } from './dynalite/dynalite.ts';

/**
 * LevelDB collects changes of this size in memory, and in its log, before it sorts them into a file: those of a thousand posts of 3 KB. With
 * a quarter of it, a post costs 20 % more processor time and 50 % more written bytes; four times as much saves no more time, needs 50 MB more
 * memory, and takes longer to read from the log after a kill.
 */
const WRITE_BUFFER_BYTES = 8 * 1024 * 1024;

/** The tree in memory keeps keys and values as they are. */
const AS_THEY_ARE = {
  name: 'as-they-are',
  format: 'utf8' as const,
  encode: (value: Buffer) => value as unknown as string,
  decode: (value: string) => value as unknown as Buffer,
};

/** What LevelDB and the tree have in common for writes. */
interface Batches {
  batch(): {
    put(key: string, value: Buffer): unknown;
    del(key: string): unknown;
    write(options?: object): Promise<void>;
  };
}

/** Changes are added to a batch one by one: given as a list, each of them is copied, which takes ten times as long. */
async function writeBatch(db: Batches, changes: readonly LevelChange[], options?: object): Promise<void> {
  const batch = db.batch();
  for (const change of changes) {
    if (change.type === 'put') batch.put(change.key, change.value);
    else batch.del(change.key);
  }
  await batch.write(options);
}

/** LevelDB in a folder, or a tree in memory. */
export function createLevel(dir: string | undefined): Level {
  const db =
    dir === undefined
      ? new MemoryLevel<string, Buffer>({ storeEncoding: 'utf8', valueEncoding: AS_THEY_ARE })
      : new ClassicLevel<string, Buffer>(dir, {
          valueEncoding: 'buffer',
          writeBufferSize: WRITE_BUFFER_BYTES,
        });
  const write: Level['write'] = (changes, options) => writeBatch(db, changes, options);
  return Object.assign(db, { write });
}
