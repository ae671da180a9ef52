import * as v from 'valibot';
import { Authors, AuthorRecord } from '../../../../shared/people/authors/record.ts';
import { nowMs } from '../../../../shared/platform/core/clock.ts';
import { idAt } from '../../../../shared/platform/values/position.ts';
import type { Content } from '../../../../shared/posts/record/content.ts';
import { contentKey, PostRecord, postKey } from '../../../../shared/posts/record/record.ts';
import { toDocument, indexedTerms } from '../../../../shared/posts/search/document.ts';
import {
  Note,
  NOTHING,
  PUBLISHED,
  UNPUBLISHED,
  type TermIndex,
} from '../../../../shared/posts/search/note.ts';
import { isSearched, parseSearched, searchedKey } from '../../../../shared/posts/search/unpublished.ts';
import {
  INDEX_AUTHOR,
  INDEX_POST,
  outboxItem,
  toItem,
} from '../../../../shared/platform/store/outbox/outbox-item.ts';
import { listUses, USED_IMAGES, type FindImages } from '../../../../shared/posts/uses/index-images.ts';
import { Owner, ownerKey } from '../../../../shared/library/media/shortcode-owner.ts';
import { parseRecord } from '../../../../shared/platform/store/records/record.ts';
import { keyText, type Item, type Key } from '../../../../shared/platform/store/table.ts';
import { entryKey } from '../../../../shared/platform/store/timeline.ts';
import { hasToken } from '../../../../shared/platform/store/condition.ts';
import { Contention } from '../../../../shared/platform/store/retry.ts';
import type { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { toName, type Disagreement } from '../disagreement.ts';
import { hasJob, type Facts } from '../facts.ts';
import { keyIn } from '../stored.ts';

/** Reads a post's text; undefined when it is lost. */
export type ReadContent = (item: Item) => Promise<Content | undefined>;

/** Compares the search indexes with the texts of posts. Posts for which a job or the sweep waits are left to it. */
export async function compareTerms(facts: Facts, readContent: ReadContent): Promise<Disagreement[]> {
  const found: Disagreement[] = [];
  for (const index of [PUBLISHED, UNPUBLISHED, USED_IMAGES])
    found.push(...(await compareIndex(facts, readContent, index)));
  return found;
}

async function compareIndex(
  facts: Facts,
  readContent: ReadContent,
  index: TermIndex,
): Promise<Disagreement[]> {
  const entries = groupEntries(facts, index);
  const found: Disagreement[] = [];
  for (const id of indexedIds(facts, entries, index)) {
    const isKnown = !facts.unreadable.has(postKey(id).pk) && !isLeased(facts, id, index);
    if (!isKnown || isToBeIndexed(facts, id, index)) continue;
    const wanted = await wantedEntries(facts, { id, index, readContent });
    if (wanted)
      found.push(...comparePost(facts, { id, index, wanted, present: entries.get(id) ?? new Map() }));
  }
  return found;
}

/** The job of a published post puts that of the other index. */
function isToBeIndexed(facts: Facts, id: number, index: TermIndex): boolean {
  if ((index !== USED_IMAGES && hasJob(facts, INDEX_POST, id)) || hasJob(facts, index.job, id)) return true;
  const post = findPost(facts, id);
  const searched = parseSearched(facts.items.get(keyText(searchedKey())));
  // A series of autosaves is indexed at its end.
  const isAutosaved = post?.made?.series !== undefined;
  return index === UNPUBLISHED && post !== undefined && (isAutosaved || !isSearched(searched, post));
}

function findPost({ items }: Facts, id: number): PostRecord | undefined {
  const item = items.get(keyText(postKey(id)));
  return item && parseRecord(PostRecord, item).value;
}

function groupEntries({ items }: Facts, { toTimeline }: TermIndex): Map<number, Map<string, Key>> {
  const prefix = `T#${toTimeline('')}`;
  const groups = new Map<number, Map<string, Key>>();
  for (const [text, item] of items) {
    const key = keyIn(item);
    if (!key.pk.startsWith(prefix)) continue;
    const group = groups.get(idAt(key.sk)) ?? new Map<string, Key>();
    groups.set(idAt(key.sk), group.set(text, key));
  }
  return groups;
}

function indexedIds(
  { items, records }: Facts,
  entries: ReadonlyMap<number, unknown>,
  { noteKey }: TermIndex,
): Set<number> {
  const ids = new Set(entries.keys());
  const notes = noteKey(0).pk.slice(0, -1);
  for (const { item } of records)
    if (keyIn(item).pk.startsWith('POST#')) ids.add(Number(keyIn(item).pk.slice(5)));
  for (const { pk } of items.values())
    if (String(pk).startsWith(notes)) ids.add(Number(String(pk).slice(notes.length)));
  return ids;
}

function isLeased({ items }: Facts, id: number, { noteKey }: TermIndex): boolean {
  const note = v.safeParse(Note, items.get(keyText(noteKey(id))));
  return note.success && note.output.leased_until > nowMs();
}

/** The entries that a post must have; undefined when they are unknown: its text is lost, or a job will index it again. */
async function wantedEntries(
  facts: Facts,
  { id, index, readContent }: { id: number; index: TermIndex; readContent: ReadContent },
): Promise<ReadonlyMap<string, Key> | undefined> {
  const post = findPost(facts, id);
  if (!post || !index.has(post)) return new Map();
  const authors = index.hasAuthors ? post.roar_author_ids : [];
  if (authors.some(author => hasJob(facts, INDEX_AUTHOR, author))) return undefined;
  const stored = facts.items.get(keyText(contentKey(id)));
  const content = stored && (await readContent(stored));
  if (!content) return undefined;
  const terms =
    index === USED_IMAGES
      ? await listUses({ value: post, content }, findImagesIn(facts))
      : indexedTerms(toDocument({ value: post, content }, readAuthors(facts, authors)));
  const keys = terms.map(term => entryKey({ timeline: index.toTimeline(term), ts: post.created_ts, id }));
  return new Map(keys.map(key => [keyText(key), key]));
}

function readAuthors({ items, unreadable }: Facts, ids: readonly number[]): Map<number, AuthorRecord> {
  const authors = ids.flatMap((id): [number, AuthorRecord][] => {
    const item = items.get(keyText(Authors.key(id)));
    return item && !unreadable.has(Authors.key(id).pk) ? [[id, parseRecord(AuthorRecord, item).value]] : [];
  });
  return new Map(authors);
}

function findImagesIn({ items }: Facts): FindImages {
  return shortcodes => {
    const images = shortcodes.flatMap((shortcode): [string, number][] => {
      const owner = v.safeParse(Owner, items.get(keyText(ownerKey(shortcode))));
      return owner.success && owner.output.kind === 'image' ? [[shortcode, owner.output.id]] : [];
    });
    return Promise.resolve(new Map(images));
  };
}

interface Comparison extends Record<'wanted' | 'present', ReadonlyMap<string, Key>> {
  id: number;
  index: TermIndex;
}

function comparePost(facts: Facts, { id, index, wanted, present }: Comparison): Disagreement[] {
  const superfluous = [...present].filter(([text]) => !wanted.has(text)).map(([, key]) => key);
  const missing = [...wanted.keys()].filter(text => !present.has(text)).length;
  const noteKey = index.noteKey(id);
  const note = facts.items.get(keyText(noteKey));
  const isNoted = isRightNote(note, wanted.size);
  if (superfluous.length === 0 && missing === 0 && isNoted) return [];
  const fault = `${missing} missing and ${superfluous.length} superfluous terms${isNoted ? '' : ', no right note'}`;
  const deletions = superfluous.map((key): Disagreement => ({
    ...{ kind: 'terms', key: toName(key), fault: `is no word of ${toName(postKey(id))}` },
    repair: transaction => transaction.delete(key),
  }));
  const repair = (transaction: Transaction): void => indexAgain(transaction, { id, index, note });
  return [...deletions, { kind: 'terms', key: toName(noteKey), fault: `has ${fault}`, repair }];
}

/**
 * A worker that stops may leave a note that was new and has no terms. A job would run again and delete it; a backfill does not when another
 * sweep has passed the post. It says nothing, and the next job of the post deletes it.
 */
function isRightNote(note: Item | undefined, terms: number): boolean {
  if (note === undefined) return terms === 0;
  const parsed = v.safeParse(Note, note);
  return parsed.success && (terms > 0 || parsed.output.ts === NOTHING.ts);
}

/** An incomplete note makes the job put all entries of the post; without a note it does so too. */
function indexAgain(
  transaction: Transaction,
  { id, index, note }: { id: number; index: TermIndex; note: Item | undefined },
): void {
  const parsed = v.safeParse(Note, note);
  if (parsed.success)
    transaction.put(
      { ...note, complete: false },
      hasToken(parsed.output.token, () => new Contention('The post is being indexed')),
    );
  else transaction.delete(index.noteKey(id));
  transaction.put(toItem(outboxItem(index.job, { id }, 0)));
}
