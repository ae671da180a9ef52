import * as v from 'valibot';
import { readAuthors } from '../authors/read.ts';
import { mapWithConcurrency } from '../core/concurrency.ts';
import { logError } from '../core/log.ts';
import { readPacked } from '../posts/read.ts';
import { TIMELINE } from '../posts/timelines.ts';
import { contentOf } from '../posts/unpack.ts';
import { writeKeys } from '../store/batch.ts';
import { Contention, retryContended } from '../store/retry.ts';
import type { Key } from '../store/table.ts';
import { entryKey } from '../store/timeline.ts';
import { documentOf, indexedTerms } from './document.ts';
import { Leases } from './leases.ts';
import { NOTHING, type Indexed } from './note.ts';

/** The texts of so many are in memory at a time. */
const MAX_CONCURRENT_UNPACKED = 4;

const Job = v.object({ id: v.number() });

/** The jobs that posts leave, up to a transaction's worth. @throws Unavailable when other workers hold a post for long */
export async function indexPosts(jobs: readonly unknown[]): Promise<void> {
  let left = [...new Set(jobs.map(job => v.parse(Job, job).id))];
  await retryContended(async () => {
    left = await indexFree(left);
    if (left.length > 0) throw new Contention('Other workers index these posts');
  });
}

/**
 * Makes the index say of posts what the posts say now. Each published post is an entry in the timeline of each of its terms.
 *
 * What has been written of a post is noted, and at every moment the note names at least the entries that are there: first those
 * that must go are deleted, then the note is of the wanted ones, then these are put. So a worker may die anywhere, and the next one
 * knows what may have been left. Only the holder of the lease on the note writes, and it reads the post after it has the lease:
 * whoever writes the post after that leaves another job, which waits for the lease. So the last state is the one that is indexed.
 * @returns the posts that other workers hold, of which nothing was done
 */
async function indexFree(ids: readonly number[]): Promise<number[]> {
  const leases = await Leases.take(ids);
  const held = leases.held.map(({ id }) => id);
  try {
    await bringUpToDate(leases, await wantedOf(held));
  } catch (error) {
    // Else the next attempt would have to wait for their end.
    await leases
      .release()
      .catch((failure: unknown) => logError('index leases not released', failure, { ids: held }));
    throw error;
  }
  return ids.filter(id => !held.includes(id));
}

async function bringUpToDate(leases: Leases, wanted: ReadonlyMap<number, Indexed>): Promise<void> {
  const changes = leases.held.map(({ id, found }) => changeOf(id, found, wanted.get(id) ?? NOTHING));
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

/** What must be deleted and what put for a post's entries to become the next ones. */
function changeOf(id: number, found: Indexed, next: Indexed) {
  const moved = found.ts !== next.ts;
  const stale = moved ? found.terms : without(found.terms, next.terms);
  const fresh = moved || !found.complete ? next.terms : without(next.terms, found.terms);
  return { id, next, stale: keysOf(id, found.ts, stale), fresh: keysOf(id, next.ts, fresh) };
}

function without(terms: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return terms.filter(term => !known.has(term));
}

function keysOf(id: number, ts: number, terms: readonly string[]): Key[] {
  return terms.map(term => entryKey({ timeline: TIMELINE.term(term), ts, id }));
}

/** What published posts are to be indexed under. */
async function wantedOf(ids: readonly number[]): Promise<Map<number, Indexed>> {
  const posts = await readPacked(ids, { stats: false, consistent: true });
  const published = posts.filter(({ value }) => value.status === 'published');
  const authorIds = new Set(published.flatMap(({ value }) => value.roar_author_ids));
  const authors = await readAuthors([...authorIds], true);
  const byId = new Map(authors.map(author => [author.id, author]));
  const wanted = new Map<number, Indexed>();
  await mapWithConcurrency(published, MAX_CONCURRENT_UNPACKED, async ({ value, packed }) => {
    const document = documentOf({ value, content: await contentOf({ packed }) }, byId);
    const terms = indexedTerms(document).sort();
    wanted.set(value.id, { ts: value.created_ts, terms, complete: true });
  });
  return wanted;
}
