import * as v from 'valibot';
import { Authors } from '../../people/authors/record.ts';
import { mapWithConcurrency } from '../../platform/core/concurrency.ts';
import { logError } from '../../platform/log/log.ts';
import { readPacked } from '../record/read.ts';
import { unpackContent } from '../record/post.ts';
import { writeKeys } from '../../platform/store/batch.ts';
import { Contention, retryContended } from '../../platform/store/retry.ts';
import type { Key } from '../../platform/store/table.ts';
import { entryKey } from '../../platform/store/timeline.ts';
import { ensureBodySequence, hasLongBody } from './body-sequence.ts';
import { toDocument, indexedTerms } from './document.ts';
import { Leases } from './leases.ts';
import { NOTHING, PUBLISHED, UNPUBLISHED, type Indexed, type TermIndex } from './note.ts';

/** Limits the texts in memory at the same time. */
const MAX_CONCURRENT_UNPACKED = 4;

const Job = v.object({ id: v.number() });

/** Runs index jobs of posts, at most as many as fit a transaction. @throws Unavailable when other workers hold a lease for long */
export async function indexPosts(jobs: readonly unknown[], index = PUBLISHED): Promise<void> {
  let left = [...new Set(jobs.map(job => v.parse(Job, job).id))];
  await retryContended(async () => {
    left = await indexUnleased(left, index);
    if (left.length > 0) throw new Contention('Other workers index these posts');
  });
}

/**
 * Updates an index to the posts' current state. Each of its posts has an entry in the timeline of each of its terms.
 *
 * A note per post lists at least the entries that exist, at every moment: the worker first deletes stale entries, then writes the new note,
 * then puts new entries. So a worker may stop anywhere, and the next one knows what may be left. Only the holder of the note's lease
 * writes, and it reads the post after taking the lease: a later write of the post puts another job, which waits for the lease. So the
 * last state is always indexed.
 * @returns the posts that other workers hold, for which nothing was done
 */
async function indexUnleased(ids: readonly number[], index: TermIndex): Promise<number[]> {
  const leases = await Leases.take(ids, undefined, index);
  const held = leases.held.map(({ id }) => id);
  try {
    await writeChanges(leases, await readIndexed(held, index), index);
  } catch (error) {
    // Otherwise the next attempt would have to wait until the leases expire.
    await leases
      .release()
      .catch((failure: unknown) => logError('index leases not released', failure, { ids: held }));
    throw error;
  }
  return ids.filter(id => !held.includes(id));
}

async function writeChanges(
  leases: Leases,
  wanted: ReadonlyMap<number, Indexed>,
  index: TermIndex,
): Promise<void> {
  const changes = leases.held.map(({ id, found }) =>
    planChange({ id, found, next: wanted.get(id) ?? NOTHING }, index),
  );
  await writeKeys(
    changes.flatMap(({ stale }) => stale),
    false,
    leases.until,
  );
  const growing = changes.filter(({ fresh }) => fresh.length > 0);
  if (growing.length > 0) {
    await leases.note(new Map(growing.map(({ id, next }) => [id, { ...next, complete: false }])));
    await writeKeys(
      growing.flatMap(({ fresh }) => fresh),
      true,
      leases.until,
    );
  }
  await leases.release(new Map(changes.map(({ id, next }) => [id, next])));
}

/** The keys to delete and to put, so that a post's entries become the next ones. */
function planChange(
  { id, found, next }: { id: number; found: Indexed; next: Indexed },
  { toTimeline }: TermIndex,
) {
  const makeKeys = (ts: number, terms: readonly string[]): Key[] =>
    terms.map(term => entryKey({ timeline: toTimeline(term), ts, id }));
  const moved = found.ts !== next.ts;
  const stale = moved ? found.terms : without(found.terms, next.terms);
  const fresh = moved || !found.complete ? next.terms : without(next.terms, found.terms);
  return { id, next, stale: makeKeys(found.ts, stale), fresh: makeKeys(next.ts, fresh) };
}

function without(terms: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return terms.filter(term => !known.has(term));
}

/** The terms of those posts that the index has. */
async function readIndexed(ids: readonly number[], index: TermIndex): Promise<Map<number, Indexed>> {
  const posts = await readPacked(ids, { stats: false, consistent: true });
  const shown = posts.filter(({ value }) => index.has(value));
  const authorIds = new Set(index.hasAuthors ? shown.flatMap(({ value }) => value.roar_author_ids) : []);
  const authors = await Authors.readMany([...authorIds], { consistent: true });
  const byId = new Map(authors.map(author => [author.id, author]));
  const wanted = new Map<number, Indexed>();
  await mapWithConcurrency(shown, MAX_CONCURRENT_UNPACKED, async post => {
    const { value, version } = post;
    const content = await unpackContent(post);
    const terms =
      (await index.readTerms?.({ value, content })) ??
      indexedTerms(toDocument({ value, content }, byId)).sort();
    if (index === PUBLISHED && hasLongBody(post)) await ensureBodySequence(post, content);
    const noted = index === UNPUBLISHED ? version : undefined;
    wanted.set(value.id, { ts: value.created_ts, terms, complete: true, version: noted });
  });
  return wanted;
}
