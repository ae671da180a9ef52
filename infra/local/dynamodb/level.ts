import { createRequire } from 'node:module';
import type * as Classic from 'classic-level';
import type * as Memory from 'memory-level';
import type { Level } from './dynalite.ts';

// Required, not imported: the bundle of the engine's thread cannot hold native modules.
const require = createRequire(import.meta.url);
const { ClassicLevel } = require('classic-level') as typeof Classic;
const { MemoryLevel } = require('memory-level') as typeof Memory;

/**
 * LevelDB in a folder, or a tree in memory. The tree keeps texts as they are: converting them to bytes and back would take a tenth
 * of the processor time of the api tests.
 */
export function createLevel(dir: string | undefined): Level {
  return dir === undefined
    ? new MemoryLevel<string, string>({ storeEncoding: 'utf8', valueEncoding: 'utf8' })
    : new ClassicLevel<string, string>(dir, { valueEncoding: 'utf8' });
}
