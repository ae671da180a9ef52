import { REFERENCE_LIFE_MS, TimedCache } from '../core/cache.ts';
import { NotFound } from '../core/errors.ts';
import { RecordCache } from '../store/record-cache.ts';
import type { Versioned } from '../store/record.ts';
import { getItem, getItems, getReferencedItems, keyText } from '../store/table.ts';
import { ownersOfTexts } from '../store/unique.ts';
import { uniqueForm } from '../core/unique-text.ts';
import { authorKey, AuthorRecord } from './record.ts';

const cache = new RecordCache({ schema: AuthorRecord, keyOf: authorKey, maxRecords: 2000 });
const idCache = new TimedCache<string, number>(REFERENCE_LIFE_MS, 2000);

export function forgetAuthor(id: number): void {
  cache.delete(id);
}

/** The current record. @throws NotFound */
export async function readAuthor(id: number, consistent: boolean): Promise<Versioned<AuthorRecord>> {
  const item = await getItem(authorKey(id), consistent);
  if (!item) throw new NotFound(`There is no author with the id ${id}`);
  return cache.parse(item);
}

/**
 * Authors for bylines and keys, cached for some seconds. Unknown ids are absent; `consistent` where an absent author would be an error.
 */
export function knownAuthors(ids: readonly number[], consistent = false): Promise<Map<number, AuthorRecord>> {
  return cache.getAll(ids, consistent ? keys => getItems(keys, true) : getReferencedItems);
}

/** The current records in the order of the ids, without unknown ones. */
export async function readAuthors(ids: readonly number[], consistent: boolean): Promise<AuthorRecord[]> {
  return (await readVersions(ids, consistent)).map(({ value }) => value);
}

/** Like `readAuthors`, with the versions that conditional writes compare. */
export async function readVersions(
  ids: readonly number[],
  consistent = true,
): Promise<Versioned<AuthorRecord>[]> {
  const items = await getItems(ids.map(authorKey), consistent);
  return ids.flatMap(id => {
    const item = items.get(keyText(authorKey(id)));
    return item ? [cache.parse(item)] : [];
  });
}

/** The ids of the authors with these emails, in the order of the emails. */
export async function idsByEmail(emails: readonly string[], consistent: boolean): Promise<number[]> {
  return await ownersOfTexts('email', emails, consistent);
}

/** The ids of the authors with these names (slugs), in the order of the names. */
export async function idsByName(names: readonly string[], consistent: boolean): Promise<number[]> {
  return await ownersOfTexts('author_name', names, consistent);
}

/** The id of the author with this name, cached for some seconds. */
export async function knownIdByName(name: string, consistent: boolean): Promise<number | undefined> {
  const key = normalName(name);
  const known = idCache.get(key);
  if (known !== undefined && cache.get(known)?.name === key) return known;
  const [id] = await idsByName([key], consistent);
  if (id !== undefined) idCache.set(key, id);
  return id;
}

/** The form in which names are stored and claimed. */
export function normalName(name: string): string {
  return uniqueForm(name);
}
