import { NotFound, Unavailable } from '../core/errors.ts';
import { parseRecord, type Versioned } from '../store/record.ts';
import { pause } from '../store/retry.ts';
import { getItem, getItems, keyText, queryItems, type Item } from '../store/table.ts';
import { unknownIn, type Family } from './access.ts';
import { objectOf, versionOf, type Content } from './content.ts';
import { collection, contentKey, likesKey, postKey, PostRecord, viewsKey } from './record.ts';
import { statsOf, type Stats } from './stats.ts';
import { unpackAll, unpackPost, withContent } from './unpack.ts';

/** A post with everything that its answer shows. */
export interface Post extends Versioned<PostRecord> {
  /** null where it was not asked for. */
  content: Content | null;
  stats: Stats;
  /** The S3 key of a large content, for its clean-up. */
  object: string | null;
}

/** A post whose content is still as it is stored: unpacked, that of many at once could be more than there is room for. */
export interface PackedPost extends Omit<Post, 'content'> {
  packed: Item | undefined;
}

interface Items {
  record: Item;
  content: Item | undefined;
  likes: Item | undefined;
  views: Item | undefined;
}

const MAX_ATTEMPTS = 5;

/** One call. `family`: where the post is looked for, which an unknown id is told. @throws NotFound */
export async function readPost(id: number, consistent: boolean, family?: Family): Promise<Post> {
  for (let attempt = 1; ; attempt++) {
    const items = await queryItems({ pk: collection(id), consistent });
    const named = (sk: string) => items.find(item => item.sk === sk);
    const record = named('record');
    if (!record) throw unknownPost(id, family);
    const parts = { record, content: named('content'), likes: named('likes'), views: named('views') };
    const post = assemble(parts);
    if (post) return await unpackPost(post);
    await waitForWriter(attempt);
  }
}

/** Only the record, for a write that needs nothing else. One call. @throws NotFound */
export async function readRecord(
  id: number,
  consistent = true,
  family?: Family,
): Promise<Versioned<PostRecord>> {
  const item = await getItem(postKey(id), consistent);
  if (!item) throw unknownPost(id, family);
  return parseRecord(PostRecord, item);
}

function unknownPost(id: number, family: Family | undefined): NotFound {
  return family ? unknownIn(family, id) : new NotFound(`There is no post with the id ${id}`);
}

/** What of posts is read beside their records. */
export interface Parts {
  content: boolean;
  /** Left out (all are 0) where posts are looked through and not shown: half of what a search reads. */
  stats?: boolean;
  consistent: boolean;
}

/**
 * Posts by id in the given order; those that are not there (any more) are left out. One call per 25 posts, all at once.
 * @throws TooLarge when no answer could hold their contents
 */
export async function readPosts(ids: readonly number[], parts: Parts): Promise<Post[]> {
  const posts = await readParts(ids, parts);
  return parts.content ? await unpackAll(posts) : posts.map(post => withContent(post, null));
}

/** The same with their contents, as these are stored. */
export function readPacked(ids: readonly number[], parts: Omit<Parts, 'content'>): Promise<PackedPost[]> {
  return readParts(ids, { ...parts, content: true });
}

async function readParts(ids: readonly number[], parts: Parts): Promise<PackedPost[]> {
  const posts = new Map<number, PackedPost>();
  let missing = [...ids];
  for (let attempt = 1; missing.length > 0; attempt++) {
    if (attempt > 1) await waitForWriter(attempt);
    missing = await readInto(posts, missing, parts);
  }
  return ids.flatMap(id => posts.get(id) ?? []);
}

/** @returns the ids to be read again */
async function readInto(
  posts: Map<number, PackedPost>,
  ids: readonly number[],
  { content, stats = true, consistent }: Parts,
): Promise<number[]> {
  const keys = ids.flatMap(id => [
    postKey(id),
    ...(stats ? [likesKey(id), viewsKey(id)] : []),
    ...(content ? [contentKey(id)] : []),
  ]);
  const items = await getItems(keys, consistent);
  const torn: number[] = [];
  for (const id of ids) {
    const record = items.get(keyText(postKey(id)));
    if (!record) continue;
    const post = assemble({
      record,
      content: items.get(keyText(contentKey(id))),
      likes: items.get(keyText(likesKey(id))),
      views: items.get(keyText(viewsKey(id))),
    });
    if (post) posts.set(id, post);
    else torn.push(id);
  }
  return torn;
}

/** undefined when the content read is not the one that the record read belongs to: a write came between. */
function assemble({ record, content, likes, views }: Items): PackedPost | undefined {
  const parsed = parseRecord(PostRecord, record);
  if (content && versionOf(content) !== parsed.value.content_version) return undefined;
  return { ...parsed, stats: statsOf(likes, views), object: objectOf(content), packed: content };
}

async function waitForWriter(attempt: number): Promise<void> {
  if (attempt > MAX_ATTEMPTS) throw new Unavailable();
  await pause(attempt);
}
