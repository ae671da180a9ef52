import * as v from 'valibot';
import { readAuthors } from '../authors/read.ts';
import { logError } from '../http/log.ts';
import { readPosts } from '../posts/read.ts';
import { TIMELINE } from '../posts/timelines.ts';
import { writeKeys } from '../store/batch.ts';
import { retryContended } from '../store/retry.ts';
import { entryKey } from '../store/timeline.ts';
import { documentOf, indexedTerms } from './document.ts';
import { Lease, NOTHING, type Indexed } from './note.ts';

const Job = v.object({ id: v.number() });

/**
 * Makes the index say of a post what the post says now. Each published post is an entry in the timeline of each of its terms.
 *
 * What has been written of it is noted, and at every moment the note names at least the entries that are there: first those that
 * must go are deleted, then the note is of the wanted ones, then these are put. So a worker may die anywhere, and the next one
 * knows what may have been left. Only the holder of the lease on the note writes, and it reads the post after it has the lease:
 * whoever writes the post after that leaves another job, which waits for the lease. So the last state is the one that is indexed.
 */
export async function indexPost(job: unknown): Promise<undefined> {
  const { id } = v.parse(Job, job);
  await retryContended(async () => {
    const lease = await Lease.take(id);
    try {
      await bringUpToDate(id, lease, await wantedOf(id));
    } catch (error) {
      // Else the next attempt would have to wait for its end.
      await lease
        .release()
        .catch((failure: unknown) => logError('index lease not released', failure, { id }));
      throw error;
    }
  });
}

async function bringUpToDate(id: number, lease: Lease, wanted: Indexed): Promise<void> {
  const { found } = lease;
  const moved = found.ts !== wanted.ts;
  const stale = moved ? found.terms : without(found.terms, wanted.terms);
  const fresh = moved || !found.complete ? wanted.terms : without(wanted.terms, found.terms);
  await writeKeys(keysOf(id, found.ts, stale), false, lease.until);
  if (fresh.length > 0) {
    await lease.note({ ...wanted, complete: false });
    await writeKeys(keysOf(id, wanted.ts, fresh), true, lease.until);
  }
  await lease.release(wanted);
}

async function wantedOf(id: number): Promise<Indexed> {
  const [post] = await readPosts([id], { content: true, consistent: true });
  if (post?.value.status !== 'published') return NOTHING;
  const authors = await readAuthors(post.value.roar_author_ids, true);
  const byId = new Map(authors.map(author => [author.id, author]));
  return { ts: post.value.created_ts, terms: indexedTerms(documentOf(post, byId)).sort(), complete: true };
}

function without(terms: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return terms.filter(term => !known.has(term));
}

const keysOf = (id: number, ts: number, terms: readonly string[]) =>
  terms.map(term => entryKey({ timeline: TIMELINE.term(term), ts, id }));
