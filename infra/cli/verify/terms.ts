import * as v from 'valibot';
import { Authors, AuthorRecord } from '../../../shared/people/authors/record.ts';
import { nowMs } from '../../../shared/platform/core/clock.ts';
import { idAt } from '../../../shared/platform/values/position.ts';
import type { Content } from '../../../shared/posts/record/content.ts';
import { contentKey, PostRecord, postKey } from '../../../shared/posts/record/record.ts';
import { TIMELINE } from '../../../shared/posts/record/timelines.ts';
import { toDocument, indexedTerms } from '../../../shared/posts/search/document.ts';
import { Note, noteKey } from '../../../shared/posts/search/note.ts';
import {
  INDEX_AUTHOR,
  INDEX_POST,
  outboxItem,
  toItem,
} from '../../../shared/platform/store/outbox/outbox-item.ts';
import { parseRecord } from '../../../shared/platform/store/records/record.ts';
import { keyText, type Item, type Key } from '../../../shared/platform/store/table.ts';
import { entryKey } from '../../../shared/platform/store/timeline.ts';
import { hasToken } from '../../../shared/platform/store/condition.ts';
import { Contention } from '../../../shared/platform/store/retry.ts';
import type { Transaction } from '../../../shared/platform/store/transaction.ts';
import { toName, type Disagreement } from './disagreement.ts';
import { hasJob, type Facts } from './facts.ts';
import { keyIn } from './stored.ts';

const TERM_PREFIX = 'T#term#';
const NOTE_PREFIX = 'TERMS#';

/** Reads a post's text; undefined when it is lost. */
export type ReadContent = (item: Item) => Promise<Content | undefined>;

/** Compares the search index with the texts of posts. Posts for which an index job waits are left to it. */
export async function compareTerms(facts: Facts, readContent: ReadContent): Promise<Disagreement[]> {
  const entries = groupEntries(facts);
  const found: Disagreement[] = [];
  for (const id of indexedIds(facts, entries)) {
    if (facts.unreadable.has(postKey(id).pk) || isLeased(facts, id) || hasJob(facts, INDEX_POST, id))
      continue;
    const wanted = await wantedEntries(facts, id, readContent);
    if (wanted) found.push(...comparePost(facts, id, { wanted, present: entries.get(id) ?? new Map() }));
  }
  return found;
}

function groupEntries({ items }: Facts): Map<number, Map<string, Key>> {
  const groups = new Map<number, Map<string, Key>>();
  for (const [text, item] of items) {
    const key = keyIn(item);
    if (!key.pk.startsWith(TERM_PREFIX)) continue;
    const group = groups.get(idAt(key.sk)) ?? new Map<string, Key>();
    groups.set(idAt(key.sk), group.set(text, key));
  }
  return groups;
}

function indexedIds({ items, records }: Facts, entries: ReadonlyMap<number, unknown>): Set<number> {
  const ids = new Set(entries.keys());
  for (const { item } of records)
    if (keyIn(item).pk.startsWith('POST#')) ids.add(Number(keyIn(item).pk.slice(5)));
  for (const { pk } of items.values())
    if (String(pk).startsWith(NOTE_PREFIX)) ids.add(Number(String(pk).slice(NOTE_PREFIX.length)));
  return ids;
}

function isLeased({ items }: Facts, id: number): boolean {
  const note = v.safeParse(Note, items.get(keyText(noteKey(id))));
  return note.success && note.output.leased_until > nowMs();
}

/** The entries that a post must have; undefined when they are unknown: its text is lost, or a job will index it again. */
async function wantedEntries(
  facts: Facts,
  id: number,
  readContent: ReadContent,
): Promise<ReadonlyMap<string, Key> | undefined> {
  const item = facts.items.get(keyText(postKey(id)));
  const post = item && parseRecord(PostRecord, item).value;
  if (post?.status !== 'published') return new Map();
  if (post.roar_author_ids.some(author => hasJob(facts, INDEX_AUTHOR, author))) return undefined;
  const stored = facts.items.get(keyText(contentKey(id)));
  const content = stored && (await readContent(stored));
  if (!content) return undefined;
  const document = toDocument({ value: post, content }, readAuthors(facts, post.roar_author_ids));
  const keys = indexedTerms(document).map(term =>
    entryKey({ timeline: TIMELINE.term(term), ts: post.created_ts, id }),
  );
  return new Map(keys.map(key => [keyText(key), key]));
}

function readAuthors({ items, unreadable }: Facts, ids: readonly number[]): Map<number, AuthorRecord> {
  const authors = ids.flatMap((id): [number, AuthorRecord][] => {
    const item = items.get(keyText(Authors.key(id)));
    return item && !unreadable.has(Authors.key(id).pk) ? [[id, parseRecord(AuthorRecord, item).value]] : [];
  });
  return new Map(authors);
}

function comparePost(
  facts: Facts,
  id: number,
  { wanted, present }: Record<'wanted' | 'present', ReadonlyMap<string, Key>>,
): Disagreement[] {
  const superfluous = [...present].filter(([text]) => !wanted.has(text)).map(([, key]) => key);
  const missing = [...wanted.keys()].filter(text => !present.has(text)).length;
  const note = facts.items.get(keyText(noteKey(id)));
  const isNoted = (wanted.size === 0) === (note === undefined) && (!note || v.is(Note, note));
  if (superfluous.length === 0 && missing === 0 && isNoted) return [];
  const fault = `${missing} missing and ${superfluous.length} superfluous terms${isNoted ? '' : ', no right note'}`;
  const deletions = superfluous.map((key): Disagreement => ({
    ...{ kind: 'terms', key: toName(key), fault: `is no word of ${toName(postKey(id))}` },
    repair: transaction => transaction.delete(key),
  }));
  const repair = (transaction: Transaction): void => indexAgain(transaction, id, note);
  return [...deletions, { kind: 'terms', key: toName(noteKey(id)), fault: `has ${fault}`, repair }];
}

/** An incomplete note makes the job put all entries of the post; without a note it does so too. */
function indexAgain(transaction: Transaction, id: number, note: Item | undefined): void {
  const parsed = v.safeParse(Note, note);
  if (parsed.success)
    transaction.put(
      { ...note, complete: false },
      hasToken(parsed.output.token, () => new Contention('The post is being indexed')),
    );
  else transaction.delete(noteKey(id));
  transaction.put(toItem(outboxItem(INDEX_POST, { id }, 0)));
}
