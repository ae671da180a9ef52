import { getItems, keyText, type Key } from '../store/table.ts';

/** Where an image's record lives. */
export function imageKey(id: number): Key {
  return { pk: `IMAGE#${id}`, sk: 'record' };
}

/** Where a document's record lives. */
export function documentKey(id: number): Key {
  return { pk: `DOCUMENT#${id}`, sk: 'record' };
}

/** Where a badge's record lives. */
export function badgeKey(id: number): Key {
  return { pk: 'BADGES', sk: String(id).padStart(16, '0') };
}

/** A field that names another record, and the key that must be there. */
export interface Reference {
  field: string;
  id: number;
  key: Key;
}

/** The faults of references to what doesn't exist, as messages. One call for all; none when there is nothing to look up. */
export async function missingReferences(references: readonly Reference[]): Promise<string[]> {
  if (references.length === 0) return [];
  const found = await getItems(
    references.map(reference => reference.key),
    true,
  );
  return references
    .filter(({ key }) => !found.has(keyText(key)))
    .map(({ field, id }) => `${field}: there is none with the id ${id}`);
}
