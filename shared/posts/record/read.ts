import { Unavailable } from '../../platform/core/errors.ts';
import { MissingObject } from '../../platform/files/missing-object.ts';
import { ParsedRecords, parseRecord, type Versioned } from '../../platform/store/records/record.ts';
import { pause } from '../../platform/store/retry.ts';
import {
  getItem,
  getItems,
  keyText,
  queryItems,
  type Item,
  type Consistency,
} from '../../platform/store/table.ts';
import { unknownPost, type Family } from './access.ts';
import { EMPTY_CONTENT, readContentVersion, readObjectKey } from './content.ts';
import {
  readStats,
  unpackAll,
  unpackFitting,
  unpackPost,
  withContent,
  type PackedPost,
  type Post,
} from './post.ts';
import { contentKey, likesKey, postKey, PostRecord, viewsKey } from './record.ts';

interface Items {
  record: Item;
  content: Item | 'unread' | undefined;
  likes: Item | undefined;
  views: Item | undefined;
  /** Where the parsed record is kept. */
  cache: ParsedRecords<PostRecord> | undefined;
}

const MAX_ATTEMPTS = 5;
/** The content_version of a record that no content was saved for. */
const WITHOUT_CONTENT = 0;

/** If more posts are read at once, as for feeds and sitemaps, none is kept: they would evict those that pages show. */
const MAX_KEPT_AT_ONCE = 100;

/** Keeps the records of some three hundred posts. An edit composes a new record and leaves the one that was read as it is. */
const records = new ParsedRecords<PostRecord>(2_000_000);

/** Reads a post with its content, with one call. The error for an unknown id names the `family`. @throws NotFound */
export async function readPost(id: number, { consistent }: Consistency, family?: Family): Promise<Post> {
  return await unpackPost(await readOne(id, { consistent }, family));
}

/** Reads a post also with its content as it is stored, which a change of the content puts with the revision. @throws NotFound */
export async function readToEdit(id: number): Promise<Post> {
  const post = await readOne(id, { consistent: true });
  const whole = await unpackPost(post).catch((error: unknown) => {
    throw error instanceof MissingObject ? new ContentLost(post, error) : error;
  });
  return { ...whole, packed: post.packed };
}

type RecordWithStats = Pick<Post, 'value' | 'version' | 'stats'>;

/** The content of a post is not there, or never matched its record. The cause names the post, for the log. */
class ContentLost extends Unavailable {
  readonly post: RecordWithStats;

  constructor(post: RecordWithStats, cause: Error) {
    super({ cause });
    this.post = post;
  }
}

/**
 * Like `readToEdit`, for an edit that sends a whole content: with it a post can be saved although its own is lost, of which no revision is made.
 * @throws NotFound
 */
export async function readToReplace(id: number): Promise<Post> {
  return await readToEdit(id).catch((error: unknown) => {
    if (!(error instanceof ContentLost)) throw error;
    const { value, version, stats } = error.post;
    return { value, version, stats, content: EMPTY_CONTENT, object: null, packed: null };
  });
}

async function readOne(id: number, { consistent }: Consistency, family?: Family): Promise<PackedPost> {
  for (let attempt = 1; ; attempt++) {
    const items = await queryItems({ pk: postKey.partition(id), consistent });
    const named = (sk: string) => items.find(item => item.sk === sk);
    const record = named('record');
    if (!record) throw unknownPost(id, family);
    const [likes, views] = [named('likes'), named('views')];
    const post = assemble({ record, content: named('content'), likes, views, cache: records });
    if (post) return post;
    if (attempt > MAX_ATTEMPTS) {
      const read = { ...parseRecord(PostRecord, record), stats: readStats(likes, views) };
      throw new ContentLost(read, describeLoss([id]));
    }
    await pause(attempt);
  }
}

/** Reads only the record of a post, with one call. @throws NotFound */
export async function readRecord(
  id: number,
  { consistent }: Consistency = { consistent: true },
  family?: Family,
): Promise<Versioned<PostRecord>> {
  const item = await getItem(postKey(id), { consistent });
  if (!item) throw unknownPost(id, family);
  return parseRecord(PostRecord, item);
}

/** Reads the records of posts without contents, in the order of the ids; undefined for a deleted post. One round trip. */
export async function readRecords(
  ids: readonly number[],
  { consistent }: Consistency,
): Promise<(PostRecord | undefined)[]> {
  const items = await getItems(ids.map(postKey), { consistent });
  return ids.map(id => {
    const item = items.get(keyText(postKey(id)));
    return item && parseRecord(PostRecord, item).value;
  });
}

/** The parts of posts to read in addition to their records. */
export interface Parts {
  content: boolean;
  /** False reads no counters, which are 0 then: searches need none, and read half as much. */
  stats?: boolean;
  consistent: boolean;
  /** The limit for all contents together as JSON. The first post that exceeds it, and those after it, are left out. */
  maxBytes?: number | undefined;
}

/**
 * Reads posts in the order of the ids, without those that do not exist. One call per 25 posts, in parallel.
 * @throws TooLarge when their contents exceed any answer
 */
export async function readPosts(ids: readonly number[], parts: Parts): Promise<Post[]> {
  const posts = await readParts(ids, parts);
  if (!parts.content) return posts.map(post => withContent(post, null));
  return parts.maxBytes === undefined ? await unpackAll(posts) : await unpackFitting(posts, parts.maxBytes);
}

/** Reads posts with their contents packed as they are stored. */
export function readPacked(
  ids: readonly number[],
  { content = true, ...parts }: Omit<Parts, 'content'> & { content?: boolean },
): Promise<PackedPost[]> {
  return readParts(ids, { ...parts, content });
}

/**
 * Reads the contents of posts that were read without. A post that has been given another content since stays without.
 * @throws Unavailable when the content of one is lost
 */
export async function readContents(posts: readonly PackedPost[]): Promise<PackedPost[]> {
  const items = await getItems(
    posts.map(({ value }) => contentKey(value.id)),
    { consistent: false },
  );
  const differing: number[] = [];
  const found = posts.map(post => {
    const packed = items.get(keyText(contentKey(post.value.id)));
    const version = packed ? readContentVersion(packed) : WITHOUT_CONTENT;
    if (version !== post.value.content_version) differing.push(post.value.id);
    else if (packed) return { ...post, packed, object: readObjectKey(packed) };
    return post;
  });
  // These are read consistently, so that record and content belong together.
  if (differing.length > 0) await readParts(differing, { content: true, stats: false, consistent: true });
  return found;
}

async function readParts(ids: readonly number[], parts: Parts): Promise<PackedPost[]> {
  const posts = new Map<number, PackedPost>();
  let missing = [...ids];
  for (let attempt = 1; missing.length > 0; attempt++) {
    if (attempt > MAX_ATTEMPTS) throw new Unavailable({ cause: describeLoss(missing) });
    if (attempt > 1) await pause(attempt);
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
  const items = await getItems(keys, { consistent });
  const cache = ids.length <= MAX_KEPT_AT_ONCE ? records : undefined;
  const torn: number[] = [];
  for (const id of ids) {
    const record = items.get(keyText(postKey(id)));
    if (!record) continue;
    const post = assemble({
      record,
      content: content ? items.get(keyText(contentKey(id))) : 'unread',
      likes: items.get(keyText(likesKey(id))),
      views: items.get(keyText(viewsKey(id))),
      cache,
    });
    if (post) posts.set(id, post);
    else torn.push(id);
  }
  return torn;
}

/**
 * @returns undefined when record and content are of different versions, or the content is not there: a write came between
 * the reads, or the content is lost
 */
function assemble({ record, content, likes, views, cache }: Items): PackedPost | undefined {
  const parsed = parseRecord(PostRecord, record, cache);
  const post = { ...parsed, stats: readStats(likes, views) };
  if (content === 'unread') return { ...post, object: null, packed: undefined };
  const version = content ? readContentVersion(content) : WITHOUT_CONTENT;
  if (version !== parsed.value.content_version) return undefined;
  return { ...post, object: readObjectKey(content), packed: content };
}

/** Record and text of posts did not match in repeated reads. The cause of the error that a request is answered with. */
export class TextMismatch extends Error {}

function describeLoss(ids: readonly number[]): TextMismatch {
  const posts = ids.map(id => postKey(id).pk).join(', ');
  return new TextMismatch(
    `Record and text of ${posts} do not match. If this lasts, npm run verify -- --repair says what is lost. Without a backup, remove the ` +
      'post, or send it a new body and listicle',
  );
}
