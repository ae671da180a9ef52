import type { Client } from '../../../../shared/client/index.ts';

/** What the board shows of a post. */
export interface Shown {
  id: number;
  headline: string;
  status: string;
  /** Unix seconds. */
  at: number | null;
  url: string;
}

export interface Action {
  label: string;
  done: string;
  run: (client: Client, post: Shown) => Promise<unknown>;
}

export interface Kind {
  title: string;
  /** In words, when there is none. */
  none: string;
  page: (client: Client, cursor: string | undefined) => Promise<{ posts: Shown[]; next: string | undefined }>;
  actions: Action[];
  /** Whether a time can be set, and what that is called. */
  schedule?: string;
}

const FIELDS = 'id,headline,status,created_ts,scheduled_at,post_url';
const LIMIT = 20;

type Listed = Partial<
  Record<'id' | 'headline' | 'status' | 'created_ts' | 'scheduled_at' | 'post_url', unknown>
>;

const shownOf = ({ id, headline, status, created_ts, scheduled_at, post_url }: Listed): Shown => ({
  id: Number(id),
  headline: String(headline),
  status: String(status),
  at: typeof scheduled_at === 'number' ? scheduled_at : typeof created_ts === 'number' ? created_ts : null,
  url: String(post_url),
});

type List = Client['drafts']['list'] | Client['scheduledPosts']['list'] | Client['posts']['list'];

async function pageOf(list: List, cursor: string | undefined, status: string) {
  const query = { limit: LIMIT, include_fields: FIELDS, ...(cursor !== undefined && { cursor }) };
  const { body, next } = await list.answer({ query });
  const posts = body.map(shownOf).filter(post => post.status === status);
  return { posts, next: next?.cursor };
}

const publish: Action = {
  label: 'Publish now',
  done: 'Published.',
  run: (client, { id }) => client.drafts.edit({ path: { id }, body: { action: 'publish' } }),
};

export const KINDS: Kind[] = [
  {
    title: 'Drafts',
    none: 'No drafts.',
    page: (client, cursor) => pageOf(client.drafts.list, cursor, 'draft'),
    actions: [publish],
    schedule: 'Schedule',
  },
  {
    title: 'Scheduled',
    none: 'Nothing is scheduled.',
    page: (client, cursor) => pageOf(client.scheduledPosts.list, cursor, 'scheduled'),
    actions: [
      publish,
      {
        label: 'Unschedule',
        done: 'Back among the drafts.',
        run: (client, { id }) => client.scheduledPosts.unschedule({ path: { id } }),
      },
    ],
    schedule: 'Another time',
  },
  {
    title: 'Published',
    none: 'Nothing is published.',
    page: (client, cursor) => pageOf(client.posts.list, cursor, 'published'),
    actions: [
      {
        label: 'Unpublish',
        done: 'Back among the drafts.',
        run: (client, { id }) => client.posts.edit({ path: { id }, body: { action: 'unpublish' } }),
      },
    ],
  },
];
