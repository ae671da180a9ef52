import type { Client } from '../../../../client/source/index.ts';

/** The fields of a post on the board. */
export interface PostSummary {
  id: number;
  headline: string;
  status: string;
  /** Unix seconds. */
  at: number | null;
  url: string;
}

/** The first posts of a list, and whether there are more. */
export interface Listed {
  posts: PostSummary[];
  hasMore: boolean;
}

export interface ListOptions {
  client: Client;
  /** The number of posts to show. */
  count: number;
  signal: AbortSignal;
}

type List = Client['drafts']['list'] | Client['scheduledPosts']['list'] | Client['posts']['list'];

const FIELDS = 'id,headline,status,created_ts,scheduled_at,post_url';
/** The page size limit of the lists of drafts and scheduled posts. */
const MAX_PAGE = 30;
/** The maximum number of list entries to read. */
const MAX_READ = 3000;

type Answered = Partial<
  Record<'id' | 'headline' | 'status' | 'created_ts' | 'scheduled_at' | 'post_url', unknown>
>;

function toPostSummary({ id, headline, status, created_ts, scheduled_at, post_url }: Answered): PostSummary {
  return {
    id: Number(id),
    headline: String(headline),
    status: String(status),
    at: typeof scheduled_at === 'number' ? scheduled_at : typeof created_ts === 'number' ? created_ts : null,
    url: String(post_url),
  };
}

/** The posts with a status, in the order of a list that has others too: the list of drafts includes scheduled ones. */
export async function readFirst(list: List, status: string, { count, signal }: ListOptions): Promise<Listed> {
  const posts: PostSummary[] = [];
  let read = 0;
  const query = { limit: Math.min(count + 1, MAX_PAGE), include_fields: FIELDS };
  for await (const answered of list.all({ query, signal })) {
    const post = toPostSummary(answered);
    if ((read += 1) > MAX_READ) return { posts, hasMore: true };
    if (post.status !== status) continue;
    if (posts.length === count) return { posts, hasMore: true };
    posts.push(post);
  }
  return { posts, hasMore: false };
}

/** Scheduled posts, the next one first. The service lists the latest first, so all pages must be read. */
export async function readNextScheduled(options: ListOptions): Promise<Listed> {
  const { scheduledPosts } = options.client;
  const { posts } = await readFirst(scheduledPosts.list, 'scheduled', { ...options, count: MAX_READ });
  const sorted = posts.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  return { posts: sorted.slice(0, options.count), hasMore: sorted.length > options.count };
}
