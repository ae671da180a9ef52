import { getItems, keyText, type Key } from '../../platform/store/table.ts';

/** A field with another record's id, and that record's key. */
export interface Reference {
  field: string;
  id: number;
  key: Key;
}

/** The faults of references to missing records, as messages. One call for all of them; none without references. */
export async function missingReferences(references: readonly Reference[]): Promise<string[]> {
  if (references.length === 0) return [];
  const found = await getItems(
    references.map(reference => reference.key),
    { consistent: true },
  );
  return references
    .filter(({ key }) => !found.has(keyText(key)))
    .map(({ field, id }) => `${field}: there is none with the id ${id}`);
}
