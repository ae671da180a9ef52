import * as v from 'valibot';
import { INDEX_POST, INDEX_UNPUBLISHED } from '../../platform/store/outbox/outbox-item.ts';
import { commitIndependently } from '../../platform/store/commit-independently.ts';
import { Contention } from '../../platform/store/retry.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import { getItems, keyText, type Item, type Key } from '../../platform/store/table.ts';
import type { Condition } from '../../platform/store/condition.ts';
import { putUnder } from '../../platform/store/put.ts';
import type { Post } from '../record/post.ts';
import type { PostRecord } from '../record/record.ts';
import { TIMELINE } from '../record/timelines.ts';
import { gzipText, gunzipText } from '../../platform/text/gzip.ts';

/** A post's indexed terms: `TERMS#<id>` / terms. A partition of its own, because the post's is read whole for every answer. */
export interface Indexed {
  /** The timestamp of the entries. */
  ts: number;
  terms: readonly string[];
  /** Whether all of these entries exist; otherwise only some of them may. */
  complete: boolean;
  /** The version of the post that has these terms; noted only of posts that are not published. */
  version?: number | undefined;
}

export const NOTHING: Indexed = { ts: 0, terms: [], complete: true };

export const Note = v.object({
  /** The token of the current or last lease. */
  token: v.string(),
  /** End of the lease, in milliseconds since 1970; 0 when there is none. */
  leased_until: v.number(),
  ts: v.number(),
  complete: v.boolean(),
  version: v.optional(v.number()),
  terms: v.instance(Uint8Array),
});
export type Note = v.InferOutput<typeof Note>;

export const noteKey = itemKey('TERMS#<post>', 'terms', 'terms that a post is indexed under');
export const unpublishedNoteKey = itemKey(
  'UNPUBLISHED_TERMS#<post>',
  'terms',
  'terms that a post which is not published is indexed under',
);

/** Indexes of the same form, each with its own notes and entries: so neither one's jobs wait for the other's. */
export interface TermIndex {
  has: (post: PostRecord) => boolean;
  noteKey: (post: number) => Key;
  toTimeline: (term: string) => string;
  /** The kind of its outbox items. */
  job: string;
  /** A change of an author's name indexes only published posts again, so only they have the names among their words. */
  hasAuthors: boolean;
  /** What the index has of a post, where it is something else than words. */
  readTerms?: (post: Pick<Post, 'value' | 'content'>) => Promise<string[]>;
}

export const PUBLISHED: TermIndex = {
  has: ({ status }) => status === 'published',
  noteKey,
  toTimeline: TIMELINE.term,
  job: INDEX_POST,
  hasAuthors: true,
};

export const UNPUBLISHED: TermIndex = {
  has: ({ status }) => status !== 'published',
  noteKey: unpublishedNoteKey,
  toTimeline: TIMELINE.unpublishedTerm,
  job: INDEX_UNPUBLISHED,
  hasAuthors: false,
};

/** The index that a timeline of words belongs to. A post is in one of the two indexes, except while it moves between them. */
export function findIndex(timeline: string): string | undefined {
  return [PUBLISHED, UNPUBLISHED].find(({ toTimeline }) => timeline.startsWith(toTimeline('')))?.job;
}

/** The existing notes by post, in one call. */
export async function readNotes(
  ids: readonly number[],
  { noteKey: toKey }: TermIndex = PUBLISHED,
): Promise<Map<number, Note>> {
  const items = await getItems(
    ids.map(id => toKey(id)),
    { consistent: true },
  );
  const notes = ids.flatMap((id): [number, Note][] => {
    const item = items.get(keyText(toKey(id)));
    return item ? [[id, v.parse(Note, item)]] : [];
  });
  return new Map(notes);
}

export async function indexedIn({ ts, complete, terms, version }: Note): Promise<Indexed> {
  const text = await gunzipText(terms);
  return { ts, complete, version, terms: text === '' ? [] : text.split('\n') };
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
export async function writeNotes(
  writes: readonly NoteWrite[],
  { noteKey: toKey }: TermIndex = PUBLISHED,
): Promise<boolean[]> {
  const puts = await Promise.all(
    writes.map(async write => ({ ...write, item: await noteItem(toKey(write.id), write) })),
  );
  const [only, ...others] = puts;
  if (only?.item && others.length === 0) return [await putAlone(only.condition, only.item)];
  return await commitIndependently(
    puts.map(({ id, item, condition }) => transaction => {
      if (item) transaction.put(item, condition);
      else transaction.delete(toKey(id), condition);
    }),
  );
}

async function noteItem(key: Key, { token, leased_until, indexed }: NoteWrite): Promise<Item | undefined> {
  const { ts, complete, terms, version } = indexed;
  if (leased_until === 0 && terms.length === 0) return undefined;
  const words = await gzipText(terms.join('\n'));
  return {
    ...key,
    token,
    leased_until,
    ts,
    complete,
    ...(version !== undefined && { version }),
    terms: words,
  };
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
