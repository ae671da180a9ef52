import * as v from 'valibot';
import { commitIndependently } from '../../platform/store/commit-independently.ts';
import { Contention } from '../../platform/store/retry.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import { getItems, keyText, type Item } from '../../platform/store/table.ts';
import type { Condition } from '../../platform/store/condition.ts';
import { putUnder } from '../../platform/store/put.ts';
import { gzipText, gunzipText } from '../../platform/text/gzip.ts';

/** A post's indexed terms: `TERMS#<id>` / terms. A partition of its own, because the post's is read whole for every answer. */
export interface Indexed {
  /** The timestamp of the entries. */
  ts: number;
  terms: readonly string[];
  /** Whether all of these entries exist; otherwise only some of them may. */
  complete: boolean;
}

export const NOTHING: Indexed = { ts: 0, terms: [], complete: true };

export const Note = v.object({
  /** The token of the current or last lease. */
  token: v.string(),
  /** End of the lease, in milliseconds since 1970; 0 when there is none. */
  leased_until: v.number(),
  ts: v.number(),
  complete: v.boolean(),
  terms: v.instance(Uint8Array),
});
export type Note = v.InferOutput<typeof Note>;

export const noteKey = itemKey('TERMS#<post>', 'terms', 'terms that a post is indexed under');

/** The existing notes by post, in one call. */
export async function readNotes(ids: readonly number[]): Promise<Map<number, Note>> {
  const items = await getItems(ids.map(noteKey), true);
  const notes = ids.flatMap((id): [number, Note][] => {
    const item = items.get(keyText(noteKey(id)));
    return item ? [[id, v.parse(Note, item)]] : [];
  });
  return new Map(notes);
}

export async function indexedIn({ ts, complete, terms }: Note): Promise<Indexed> {
  const text = await gunzipText(terms);
  return { ts, complete, terms: text === '' ? [] : text.split('\n') };
}

/** A note to write; an empty one without a lease is deleted. */
export interface NoteWrite extends Pick<Note, 'token' | 'leased_until'> {
  id: number;
  indexed: Indexed;
  condition: Condition;
}

/**
 * Writes notes independently of each other: several in one transaction, a single one at half of its price.
 * @returns for each note whether it was written
 */
export async function writeNotes(writes: readonly NoteWrite[]): Promise<boolean[]> {
  const puts = await Promise.all(writes.map(async write => ({ ...write, item: await noteItem(write) })));
  const [only, ...others] = puts;
  if (only?.item && others.length === 0) return [await putAlone(only.condition, only.item)];
  return await commitIndependently(
    puts.map(({ id, item, condition }) => transaction => {
      if (item) transaction.put(item, condition);
      else transaction.delete(noteKey(id), condition);
    }),
  );
}

async function noteItem({ id, token, leased_until, indexed }: NoteWrite): Promise<Item | undefined> {
  const { ts, complete, terms } = indexed;
  if (leased_until === 0 && terms.length === 0) return undefined;
  return { ...noteKey(id), token, leased_until, ts, complete, terms: await gzipText(terms.join('\n')) };
}

async function putAlone(condition: Condition, item: Item): Promise<boolean> {
  try {
    await putUnder(condition, item);
    return true;
  } catch (error) {
    if (error instanceof Contention) return false;
    throw error;
  }
}
