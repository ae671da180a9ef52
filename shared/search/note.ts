import * as v from 'valibot';
import { commitIndependently } from '../store/commit-independently.ts';
import { Contention } from '../store/retry.ts';
import { getItems, keyText, type Item, type Key } from '../store/table.ts';
import { putUnder, type Condition } from '../store/transaction.ts';
import { pack, unpack } from '../text/gzip.ts';

/** What a post is indexed under: `TERMS#<id>` / terms, apart from the post's own collection, which is read whole with every answer. */
export interface Indexed {
  /** By which the entries are sorted. */
  ts: number;
  terms: readonly string[];
  /** All of these entries are there; else at most these. */
  complete: boolean;
}

export const NOTHING: Indexed = { ts: 0, terms: [], complete: true };

const Note = v.object({
  /** Of the lease under which it was written. */
  token: v.string(),
  /** End of the lease, in milliseconds since 1970; 0 when nobody holds it. */
  leased_until: v.number(),
  ts: v.number(),
  complete: v.boolean(),
  terms: v.instance(Uint8Array),
});
export type Note = v.InferOutput<typeof Note>;

function noteKey(id: number): Key {
  return { pk: `TERMS#${id}`, sk: 'terms' };
}

/** The notes that there are, by post. One call. */
export async function readNotes(ids: readonly number[]): Promise<Map<number, Note>> {
  const items = await getItems(ids.map(noteKey), true);
  const notes = ids.flatMap((id): [number, Note][] => {
    const item = items.get(keyText(noteKey(id)));
    return item ? [[id, v.parse(Note, item)]] : [];
  });
  return new Map(notes);
}

export async function indexedIn({ ts, complete, terms }: Note): Promise<Indexed> {
  const text = await unpack(terms);
  return { ts, complete, terms: text === '' ? [] : text.split('\n') };
}

/** A note to be put; one of nothing that nobody holds is deleted. */
export interface NoteWrite extends Pick<Note, 'token' | 'leased_until'> {
  id: number;
  indexed: Indexed;
  condition: Condition;
}

/**
 * Writes notes, each whatever becomes of the others: several in one transaction, a single one for half the price of that.
 * @returns for each whether it was written
 */
export async function writeNotes(writes: readonly NoteWrite[]): Promise<boolean[]> {
  const puts = await Promise.all(writes.map(async write => ({ ...write, item: await itemOf(write) })));
  const [only, ...others] = puts;
  if (only?.item && others.length === 0) return [await putAlone(only.condition, only.item)];
  return await commitIndependently(
    puts.map(({ id, item, condition }) => transaction => {
      if (item) transaction.put(item, condition);
      else transaction.delete(noteKey(id), condition);
    }),
  );
}

async function itemOf({ id, token, leased_until, indexed }: NoteWrite): Promise<Item | undefined> {
  const { ts, complete, terms } = indexed;
  if (leased_until === 0 && terms.length === 0) return undefined;
  return { ...noteKey(id), token, leased_until, ts, complete, terms: await pack(terms.join('\n')) };
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
