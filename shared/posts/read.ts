import { NotFound, Unavailable } from '../http/errors.ts';
import { parseRecord, type Versioned } from '../store/record.ts';
import { pause } from '../store/retry.ts';
import { getItem, getItems, keyText, queryItems, type Item } from '../store/table.ts';
import { EMPTY_CONTENT, loadContent, objectOf, versionOf, type Content } from './content.ts';
import { collection, contentKey, likesKey, postKey, PostRecord, viewsKey } from './record.ts';
import { statsOf, type Stats } from './stats.ts';

/** A post with everything that its answer shows. */
export interface Post extends Versioned<PostRecord> {
  /** null where it was not asked for. */
  content: Content | null;
  stats: Stats;
  /** The S3 key of a large content, for its clean-up. */
  object: string | null;
}

interface Items {
  record: Item;
  content: Item | undefined;
  likes: Item | undefined;
  views: Item | undefined;
}

const MOST_ATTEMPTS = 5;

/** One call. @throws NotFound */
export async function readPost(id: number, consistent: boolean): Promise<Post> {
  for (let attempt = 1; ; attempt++) {
    const items = await queryItems({ pk: collection(id), consistent });
    const named = (sk: string) => items.find(item => item.sk === sk);
    const record = named('record');
    if (!record) throw unknownPost(id);
    const parts = { record, content: named('content'), likes: named('likes'), views: named('views') };
    const post = await assemble(parts, true);
    if (post) return post;
    await waitForWriter(attempt);
  }
}

/** Only the record, for a write that needs nothing else. One call. @throws NotFound */
export async function readRecord(id: number, consistent = true): Promise<Versioned<PostRecord>> {
  const item = await getItem(postKey(id), consistent);
  if (!item) throw unknownPost(id);
  return parseRecord(PostRecord, item);
}

const unknownPost = (id: number): NotFound => new NotFound(`There is no post with the id ${id}`);

/** Posts by id in the given order; those that are not there (any more) are left out. One call per 25 posts, all at once. */
export async function readPosts(
  ids: readonly number[],
  { content, consistent }: { content: boolean; consistent: boolean },
): Promise<Post[]> {
  const posts = new Map<number, Post>();
  let missing = [...ids];
  for (let attempt = 1; missing.length > 0; attempt++) {
    if (attempt > 1) await waitForWriter(attempt);
    missing = await readInto(posts, missing, content, consistent);
  }
  return ids.flatMap(id => posts.get(id) ?? []);
}

/** @returns the ids to be read again */
async function readInto(
  posts: Map<number, Post>,
  ids: readonly number[],
  content: boolean,
  consistent: boolean,
): Promise<number[]> {
  const keys = ids.flatMap(id => [
    postKey(id),
    likesKey(id),
    viewsKey(id),
    ...(content ? [contentKey(id)] : []),
  ]);
  const items = await getItems(keys, consistent);
  const torn = await Promise.all(
    ids.map(async id => {
      const record = items.get(keyText(postKey(id)));
      if (!record) return [];
      const parts = {
        record,
        content: items.get(keyText(contentKey(id))),
        likes: items.get(keyText(likesKey(id))),
        views: items.get(keyText(viewsKey(id))),
      };
      const post = await assemble(parts, content);
      if (!post) return [id];
      posts.set(id, post);
      return [];
    }),
  );
  return torn.flat();
}

/** undefined when the content read is not the one that the record read belongs to: a write came between. */
async function assemble(
  { record, content, likes, views }: Items,
  withContent: boolean,
): Promise<Post | undefined> {
  const parsed = parseRecord(PostRecord, record);
  const common = { ...parsed, stats: statsOf(likes, views), object: objectOf(content) };
  if (!withContent) return { ...common, content: null };
  if (!content) return { ...common, content: EMPTY_CONTENT };
  if (versionOf(content) !== parsed.value.content_version) return undefined;
  return { ...common, content: await loadContent(content) };
}

async function waitForWriter(attempt: number): Promise<void> {
  if (attempt > MOST_ATTEMPTS) throw new Unavailable();
  await pause(attempt);
}
