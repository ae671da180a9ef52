import { REFERENCE_LIFE_MS, TimedCache } from '../../platform/core/cache.ts';
import type { Consistency } from '../../platform/store/table.ts';
import { uniqueForm } from '../../platform/values/unique-text.ts';
import { Authors } from './record.ts';

const idCache = new TimedCache<string, number>(REFERENCE_LIFE_MS, 2000);

/** The id of the author with this name, cached for some seconds. */
export async function knownIdByName(name: string, { consistent }: Consistency): Promise<number | undefined> {
  const key = normalName(name);
  const known = idCache.get(key);
  if (known !== undefined && Authors.cached(known)?.name === key) return known;
  const [id] = await Authors.idsBy('author_name', [key], { consistent });
  if (id !== undefined) idCache.set(key, id);
  return id;
}

/** The form in which names are stored and claimed. */
export function normalName(name: string): string {
  return uniqueForm(name);
}
