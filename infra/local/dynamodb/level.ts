import { ClassicLevel } from 'classic-level';
import { MemoryLevel } from 'memory-level';
import type { Level } from './dynalite.ts';

/**
 * LevelDB collects changes of this size in memory, and in its log, before it sorts them into a file. 4 MB, its default, cost 20 % more
 * processor time and 50 % more written bytes; 64 MB save no more time, need 50 MB more memory, and take longer to read
 * from the log after a kill.
 */
const WRITE_BUFFER_BYTES = 16 * 1024 * 1024;

/**
 * LevelDB in a folder, or a tree in memory. The tree keeps texts as they are: converting them to bytes and back would take a tenth
 * of the processor time of the api tests.
 */
export function createLevel(dir: string | undefined): Level {
  return dir === undefined
    ? new MemoryLevel({ storeEncoding: 'utf8', valueEncoding: 'utf8' })
    : new ClassicLevel(dir, { valueEncoding: 'utf8', writeBufferSize: WRITE_BUFFER_BYTES });
}
