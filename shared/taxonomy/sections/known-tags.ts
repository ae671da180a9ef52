import { CachedValue, REFERENCE_LIFE_MS } from '../../platform/core/cache.ts';
import type { Directory } from './directory.ts';
import { readKind } from './read.ts';
import { TAG } from './record.ts';

const cache = new CachedValue<Directory>(REFERENCE_LIFE_MS);

/** All tags, for answers of other records: some seconds old at most. */
export async function knownTags(): Promise<Directory> {
  return cache.get() ?? (await cache.load(() => readKind(TAG, { consistent: false })));
}
