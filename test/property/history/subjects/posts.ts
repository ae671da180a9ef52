import fc from 'fast-check';
import type { Api, Reply } from '../../../support/api/api.ts';
import { postModel, FIELDS, type Family, type Fields, type List } from '../models/post.ts';
import type { Call } from '../recorder.ts';
import { operation, type ObjectHistory, type Subject } from '../subject.ts';
import type { World } from '../world.ts';
import { basenameHistories } from './basenames.ts';

const LISTS = ['drafts', 'posts', 'scheduled_posts', 'posts/tag'] as const;
const CHANGES = ['publish', 'unpublish', 'restore', 'schedule', 'unschedule', 'remove'] as const;
/** Few enough that all posts of a history are on the first page of each list. */
const MAX_POSTS = 15;
const SHOWN = 'id,status,subheadline,media,body,scheduled_at,basename,headline';

const pick = fc.nat(7);
const family = fc.constantFrom<Family>('drafts', 'posts');
const fields = fc.subarray([...FIELDS]);
const basename = fc.option(fc.constantFrom('b0', 'b1'));

const intent = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('create' as const), family, fields, basename }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      pick,
      fields,
      basename: fc.option(basename, { freq: 2 }),
      isConditional: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(...CHANGES),
      pick,
      family,
      fields,
      isConditional: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read' as const), pick, family }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('list' as const), list: fc.constantFrom(...LISTS) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('list basename' as const),
      basename: fc.constantFrom('b0', 'b1'),
    }),
  },
);
type Intent = typeof intent extends fc.Arbitrary<infer I> ? I : never;

export type PostAction =
  | { do: 'create'; post: string; family: Family; fields: Fields; basename: string | null }
  | { do: 'edit'; post: string; family: Family; fields: Fields; basename: string | null; ifMatch?: number }
  | {
      do: 'publish' | 'unpublish' | 'restore';
      post: string;
      family: Family;
      fields: Fields;
      ifMatch?: number;
    }
  | { do: 'schedule'; post: string; at: number; ifMatch?: number }
  | { do: 'unschedule'; post: string; ifMatch?: number }
  | { do: 'remove'; post: string; family: Family; ifMatch?: number }
  | { do: 'read'; post: string; from: List }
  | { do: 'read revisions'; post: string }
  | { do: 'list'; list: (typeof LISTS)[number] }
  | { do: 'list basename'; basename: string };

/** The last state of a post that any client saw. */
interface Seen {
  family: Family;
  version?: number;
}
const seen = new WeakMap<World, Map<string, Seen>>();
function lastSeen(world: World, post: string): Seen | undefined {
  return seen.get(world)?.get(post);
}

export const posts: Subject<Intent, PostAction> = {
  intent,
  setUp(_api, world) {
    seen.set(world, new Map());
    return Promise.resolve();
  },
  act,
  perform,
  learn,
  survey: world => [
    ...LISTS.map(list => ({ do: 'list' as const, list })),
    ...['b0', 'b1'].map(name => ({ do: 'list basename' as const, basename: name })),
    ...world
      .known('p')
      .flatMap(post => (['drafts', 'posts'] as const).map(from => ({ do: 'read' as const, post, from }))),
    ...world.known('p').map(post => ({ do: 'read revisions' as const, post })),
  ],
  objects: (world, calls) => [...postHistories(world, calls), ...basenameHistories(world, calls)],
};

function act(world: World, intended: Intent, value: string): PostAction {
  switch (intended.do) {
    case 'list':
    case 'list basename':
      return intended;
    case 'create':
      return creation(world, intended, value);
    default: {
      const known = world.known('p').length;
      if (known === 0) return creation(world, { family: 'drafts', fields: [], basename: null }, value);
      return change(world, intended, world.pick('p', intended.pick), value);
    }
  }
}

function creation(
  world: World,
  intended: { family: Family; fields: readonly string[]; basename: string | null },
  value: string,
): PostAction {
  if (world.known('p').length >= MAX_POSTS) return { do: 'list', list: 'posts' };
  const { family: to, basename: claimed } = intended;
  const post = world.newReference('p');
  return { do: 'create', post, family: to, fields: filled(intended.fields, value), basename: claimed };
}

function filled(names: readonly string[], value: string): Fields {
  return Object.fromEntries(names.map(name => [name, value]));
}

type Change = Exclude<Intent, { do: 'create' | 'list' | 'list basename' }>;

function change(world: World, intended: Change, post: string, value: string): PostAction {
  const known = lastSeen(world, post);
  const present = known?.family ?? 'drafts';
  if (intended.do === 'read') return { do: 'read', post, from: intended.family };
  const version = intended.isConditional ? known?.version : undefined;
  const condition = version === undefined ? {} : { ifMatch: version };
  const written = filled(intended.fields, value);
  switch (intended.do) {
    case 'edit':
      return {
        do: 'edit',
        post,
        family: present,
        fields: written,
        basename: intended.basename,
        ...condition,
      };
    case 'publish':
      return { do: 'publish', post, family: 'drafts', fields: written, ...condition };
    case 'unpublish':
      return { do: 'unpublish', post, family: 'posts', fields: written, ...condition };
    case 'restore':
      return { do: 'restore', post, family: intended.family, fields: written, ...condition };
    case 'schedule':
      return { do: 'schedule', post, at: FAR_AHEAD_TS + intended.pick, ...condition };
    case 'unschedule':
      return { do: 'unschedule', post, ...condition };
    case 'remove':
      return { do: 'remove', post, family: present, ...condition };
  }
}

/** No schedule of a history becomes due while it runs. */
const FAR_AHEAD_TS = 4_000_000_000;

async function perform(api: Api, world: World, action: PostAction): Promise<Reply> {
  switch (action.do) {
    case 'list': {
      const tag: Record<string, string> = action.list === 'posts/tag' ? { tag: world.run } : {};
      return await api.get(`/${action.list}`, { query: { ...tag, limit: 30, include_fields: SHOWN } });
    }
    case 'list basename': {
      const query = { basename: world.own(action.basename), include_fields: SHOWN };
      return await api.get('/posts/basename', { query });
    }
    case 'create': {
      const own = { headline: world.own(action.post), tags: [world.run] };
      return await api.post(`/${action.family}`, { ...own, ...makeInput(world, action) });
    }
    default:
      return await performOn(api, world, action, world.id(action.post));
  }
}

type OneAction = Exclude<PostAction, { do: 'create' | 'list' | 'list basename' }>;

async function performOn(api: Api, world: World, action: OneAction, id: number): Promise<Reply> {
  const isConditional = 'ifMatch' in action && action.ifMatch !== undefined;
  const call = isConditional ? { headers: { 'if-match': `"${action.ifMatch}"` } } : {};
  switch (action.do) {
    case 'read':
      return await api.get(`/${action.from}/${id}`);
    case 'read revisions':
      return await readRevisions(api, id);
    case 'remove':
      return await api.delete(`/${action.family}/${id}`, call);
    case 'schedule':
      return await api.put(`/scheduled_posts/${id}`, { scheduled_at: action.at }, call);
    case 'unschedule':
      return await api.delete(`/scheduled_posts/${id}`, call);
    case 'edit':
      return await api.put(`/${action.family}/${id}`, makeInput(world, action), call);
    default:
      return await api.put(`/${action.family}/${id}`, { ...action.fields, action: action.do }, call);
  }
}

/** What each earlier version of a post showed, oldest first. */
async function readRevisions(api: Api, id: number): Promise<Reply> {
  const path = `/editor/posts/${id}/revisions`;
  const list = await api.get(path, { query: { limit: 100 } });
  if (list.status !== 200) return list;
  const versions: number[] = list.body.map(({ version }: { version: number }) => version).reverse();
  const replies = await Promise.all(versions.map(version => api.get(`${path}/${version}`)));
  return { ...list, body: { past: replies.map(({ body }) => shownIn(body)) } };
}

function makeInput(world: World, action: { fields: Fields; basename: string | null }): object {
  return {
    ...action.fields,
    ...(action.basename !== null && { manual_basename: world.own(action.basename) }),
  };
}

function learn(world: World, action: PostAction, { status, headers, body }: Reply): void {
  if (status !== 200 || action.do === 'read revisions') return;
  if (action.do === 'list' || action.do === 'list basename') {
    // A list shows the id of a post whose creation got no answer.
    for (const { id, headline } of body) {
      const post = world.referenceIn(headline);
      if (post !== undefined) world.learn(post, id);
    }
    return;
  }
  if (action.do === 'create') world.learn(action.post, body.id);
  const version = readVersion(headers);
  const known = body.status === 'published' ? 'posts' : 'drafts';
  if (action.do !== 'remove')
    seen.get(world)?.set(action.post, { family: known, ...(version !== undefined && { version }) });
}

/** The version of a post in its ETag. */
export function readVersion(headers: Headers): number | undefined {
  const [, version] = /^"(\d+)-/.exec(headers.get('etag') ?? '') ?? [];
  return version === undefined ? undefined : Number(version);
}

function postHistories(world: World, calls: readonly Call<PostAction>[]): ObjectHistory[] {
  const references = calls.flatMap(({ action }) => (action.do === 'create' ? [action.post] : []));
  return references.map(post => ({
    name: `post ${post}`,
    model: postModel,
    operations: calls.flatMap(call => operationOn(world, post, call) ?? []),
  }));
}

function operationOn(world: World, post: string, call: Call<PostAction>) {
  const { action, reply } = call;
  if (action.do === 'list basename') return undefined;
  if (action.do !== 'list') return action.post === post ? operation(call, toOp(action), toAnswer) : undefined;
  if (!reply) return undefined;
  const list: List = action.list === 'posts/tag' ? 'posts' : action.list;
  return operation(call, { do: 'see in list', list }, ({ status, body }) => ({
    status,
    shown: shownIn(body.find(({ headline }: { headline: string }) => headline === world.own(post))),
  }));
}

function toOp(action: Exclude<PostAction, { do: 'list' | 'list basename' }>): object {
  const { post: _, ...op } = action;
  return 'basename' in op ? { ...op, basename: undefined } : op;
}

function toAnswer({ status, headers, body }: Reply): object {
  if (status === 200 && body.past) return { status, past: body.past };
  if (status !== 200 || body.status === undefined) return { status };
  return { status, version: readVersion(headers), shown: shownIn(body) };
}

function shownIn(body: any): object | null {
  if (body === undefined) return null;
  const { status, subheadline, media, scheduled_at } = body;
  return { status, subheadline, media, scheduled_at, body: body.body };
}
