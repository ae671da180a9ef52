import { Authors } from '../../../shared/people/authors/record.ts';
import { makePosition } from '../../../shared/platform/values/position.ts';
import { postKey } from '../../../shared/posts/record/record.ts';
import { Posts } from '../../../shared/posts/record/posts.ts';
import { contentItem, storeContent } from '../../../shared/posts/publishing/stored-content.ts';
import { toDocument, indexedTerms } from '../../../shared/posts/search/document.ts';
import { PUBLISHED, UNPUBLISHED } from '../../../shared/posts/search/note.ts';
import { recordItem } from '../../../shared/platform/store/records/record.ts';
import { entryKey } from '../../../shared/platform/store/timeline.ts';
import { encodePartition, type Loader } from '../../support/table/loader.ts';
import type { Archive, ArchivedPost } from './archive.ts';

type Authors = Parameters<typeof toDocument>[1];

const MAX_CONCURRENT = 20;

/** Every author of the newsroom by id; the search index contains their names. */
export async function authorsById(ids: readonly number[]): Promise<Authors> {
  const authors = await Authors.readMany(ids, { consistent: true });
  return new Map(authors.map(author => [author.id, author]));
}

/** Puts a range of posts into the table, with all items that the service would write for them. */
export async function seed(
  loader: Loader,
  { archive, authors, from, to }: { archive: Archive; authors: Authors; from: number; to: number },
): Promise<number> {
  const timelines = new Timelines();
  for (let start = from; start < to; start += MAX_CONCURRENT) {
    const length = Math.min(MAX_CONCURRENT, to - start);
    const posts = Array.from({ length }, (_, index) => listPosts(archive, start + index)).flat();
    const written = Promise.all(posts.map(post => putPost(loader, post)));
    for (const post of posts) addEntries(timelines, post, authors);
    await written;
  }
  return await timelines.put(loader);
}

function listPosts(archive: Archive, index: number): ArchivedPost[] {
  const unpublished = archive.unpublished(index);
  return [archive.post(index), ...(unpublished ? [unpublished] : [])];
}

async function putPost(loader: Loader, { record, content }: ArchivedPost): Promise<void> {
  const stored = await storeContent(record.id, content);
  await loader.put(recordItem(postKey(record.id), 1, record));
  await loader.put(contentItem(record.id, 1, stored));
}

function addEntries(timelines: Timelines, { record, content }: ArchivedPost, authors: Authors): void {
  for (const entry of Posts.toEntries(record)) timelines.add(entry.timeline, entryKey(entry).sk);
  const common = makePosition(record.created_ts, record.id);
  const terms = indexedTerms(toDocument({ value: record, content }, authors));
  const { toTimeline } = record.status === 'published' ? PUBLISHED : UNPUBLISHED;
  for (const term of terms) timelines.add(toTimeline(term), common);
}

/** Collects entries by timeline, to write one timeline after the other. */
class Timelines {
  readonly #sortKeys = new Map<string, string[]>();

  add(timeline: string, key: string): void {
    const known = this.#sortKeys.get(timeline);
    if (known) known.push(key);
    else this.#sortKeys.set(timeline, [key]);
  }

  /** @returns the number of entries */
  async put(loader: Loader): Promise<number> {
    const partitions = [...this.#sortKeys].map(([timeline, sortKeys]) => {
      const { pk } = entryKey({ timeline, ts: 0, id: 0 });
      return { pk, part: encodePartition(pk), sortKeys };
    });
    partitions.sort((a, b) => (a.part < b.part ? -1 : 1));
    // Posts are added newest first; sort keys ascend.
    for (const { pk, sortKeys } of partitions) await loader.putKeys(pk, sortKeys.reverse());
    return partitions.reduce((sum, { sortKeys }) => sum + sortKeys.length, 0);
  }
}
