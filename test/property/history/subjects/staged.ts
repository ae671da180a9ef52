import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, type Api, type Reply } from '../../../support/api/api.ts';
import { FIELDS, type Fields } from '../models/post.ts';
import {
  sortRows,
  stagedModel,
  stagedModelWithoutFeed,
  type Row,
  type StagedAnswer,
  type StagedOp,
} from '../models/staged.ts';
import type { Call } from '../recorder.ts';
import type { Operation } from '../checker.ts';
import { operation, type ObjectHistory, type Subject } from '../subject.ts';
import type { World } from '../world.ts';

const POSTS = ['p0', 'p1', 'p2'];
/** Of this post only the last change matters: when the feed has it, it has all that came before (`readFeed`). */
const LAST = 'last';

const SAVES = ['edit', 'stage', 'stage', 'autosave'] as const;
const CHANGES = ['plan', 'discard', 'publish', 'unpublish', 'restore'] as const;
const pick = fc.nat(POSTS.length - 1);
const fields = fc.subarray([...FIELDS], { minLength: 1 });

const intent = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom(...SAVES), pick, fields }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('apply' as const), pick, isForced: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom(...CHANGES), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('remove' as const),
      pick,
      from: fc.constantFrom('drafts', 'posts'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read' as const), pick }) },
);
type Intent = typeof intent extends fc.Arbitrary<infer I> ? I : never;

/** `read` asks for a post with its staged change; `read feed` concerns all posts. */
type Action =
  | (Exclude<StagedOp, { do: 'read post' | 'read staged' | 'read feed' }> & { post: string })
  | { do: 'read'; post: string }
  | { do: 'read feed' };

/** Where the feed stood when a history began. */
const beginnings = new WeakMap<World, string>();

export const staged: Subject<Intent, Action> = {
  intent,
  async setUp(api, world) {
    const { body } = await api.get('/editor/changes');
    beginnings.set(world, body.cursor);
    for (const post of [...POSTS, LAST]) {
      const made = await api.post('/posts', { headline: world.own(post) });
      world.learn(post, made.body.id);
    }
  },
  act(_world, intended, value): Action {
    const { pick: picked, ...action } = intended;
    const post = POSTS[picked]!;
    if (!('fields' in action)) return { ...action, post };
    const written = Object.fromEntries(action.fields.map(name => [name, value]));
    return { do: action.do, post, fields: written };
  },
  perform,
  survey: () => [...POSTS.map(post => ({ do: 'read' as const, post })), { do: 'read feed' }],
  objects: (world, calls) => POSTS.map(post => describeHistory(world, post, calls)),
};

/**
 * Without what depends on time: the feed, because entries of processes whose clocks differ get their numbers in another order than that of
 * the writes, and autosaves of drafts, because the sweep ends each series with a version of its own.
 */
export const stagedAtAnyTime: Subject<Intent, Action> = {
  ...staged,
  intent: intent.filter(({ do: does }) => does !== 'autosave'),
  survey: world => staged.survey(world).filter(({ do: does }) => does !== 'read feed'),
  objects: (world, calls) =>
    staged.objects(world, calls).map(object => ({ ...object, model: stagedModelWithoutFeed })),
};

async function perform(api: Api, world: World, action: Action): Promise<Reply> {
  if (action.do === 'read feed') return await readFeed(api, world);
  const id = world.id(action.post);
  const path = `/editor/posts/${id}`;
  switch (action.do) {
    case 'read':
      return await api.get(path, { query: { staged: 1 } });
    case 'edit':
      return await api.put(path, action.fields);
    case 'stage':
    case 'autosave':
      return await api.put(path, { ...action.fields, [action.do]: true });
    case 'apply':
      return await api.put(path, { apply: true, ...(action.isForced && { force: true }) });
    case 'plan':
      return await api.put(path, { apply_at: FAR_AHEAD_TS });
    case 'discard':
      return await api.put(path, { discard: true });
    case 'remove':
      return await api.delete(`/${action.from}/${id}`);
    default:
      return await api.put(`/${action.do === 'unpublish' ? 'posts' : 'drafts'}/${id}`, { action: action.do });
  }
}

/** No planned application becomes due while a history runs. */
const FAR_AHEAD_TS = 4_000_000_000;

interface Change {
  kind: string;
  id: number;
  version: number;
  state: string;
}

/**
 * All that the feed has of the history. Entries get their numbers in the order of their seconds, so one of a later second has its number
 * when all those before have.
 */
async function readFeed(api: Api, world: World): Promise<Reply> {
  await sleep(1000);
  const { body: last } = await api.put(`/editor/posts/${world.id(LAST)}`, { subheadline: `${Date.now()}` });
  return await eventually(
    () => readAllChanges(api, beginnings.get(world)!),
    ({ status, body }) => status !== 200 || body.changes.some(isOf(POST, last.id, last.version)),
  );
}

const [POST, STAGED_CHANGE] = ['post', 'staged_change'];
const isOf =
  (kind: string, id: number, version?: number) =>
  (change: Change): boolean =>
    change.kind === kind && change.id === id && (version === undefined || change.version === version);

async function readAllChanges(api: Api, since: string): Promise<Reply> {
  const reply = await api.get('/editor/changes', { query: { since } });
  if (reply.status !== 200 || !reply.body.has_more) return reply;
  const rest = await readAllChanges(api, reply.body.cursor);
  if (rest.status !== 200) return rest;
  return { ...rest, body: { changes: [...reply.body.changes, ...rest.body.changes] } };
}

function describeHistory(world: World, post: string, calls: readonly Call<Action>[]): ObjectHistory {
  const operations = calls.flatMap((call): Operation<StagedOp, StagedAnswer>[] => {
    const { action } = call;
    if (action.do === 'read feed')
      return [operation<StagedOp, StagedAnswer>(call, action, toFeedAnswer(world.id(post)))];
    if (action.post !== post) return [];
    const { post: _, ...op } = action;
    return listOperations(call, op);
  });
  return { name: `post ${post} and what is staged for it`, model: stagedModel, operations };
}

/**
 * An answer that shows a post with its staged change is of two reads in one trip, each of a moment of its own. So is one to a write of the
 * staged change alone.
 */
function listOperations(
  call: Call<Action>,
  asked: StagedOp | { do: 'read' },
): Operation<StagedOp, StagedAnswer>[] {
  const { reply } = call;
  const op: StagedOp = asked.do === 'read' ? { do: 'read staged' } : asked;
  const change = reply?.status === 200 && op.do !== 'apply' ? readStagedWithContent(reply) : undefined;
  if (change === undefined) return [operation(call, op, toPost)];
  const names = Object.keys(change?.fields ?? {});
  return [
    operation(call, { do: 'read post', staged: names }, answered => withoutFields(toPost(answered), names)),
    operation(call, op, ({ status }) => ({ status, staged: change })),
  ];
}

function toPost({ status, body }: Reply): StagedAnswer {
  if (status !== 200 || body.version === undefined) return { status };
  const { version, subheadline, media } = body;
  return { status, version, shown: { subheadline, media, body: body.body } };
}

function withoutFields({ shown = {}, ...answer }: StagedAnswer, names: readonly string[]): StagedAnswer {
  const left = Object.entries(shown).filter(([name]) => !names.includes(name));
  return { ...answer, shown: Object.fromEntries(left) };
}

/** The staged change that an answer shows; undefined where it was not looked for. */
function readStagedWithContent({ body }: Reply): StagedAnswer['staged'] {
  const { staged_change: change } = body;
  if (!change) return change;
  const values: Fields = Object.fromEntries(change.fields.map((name: string) => [name, body[name]]));
  return { version: change.version, fields: values };
}

function toFeedAnswer(id: number) {
  return ({ status, body }: Reply): StagedAnswer => {
    if (status !== 200) return { status };
    const listRows = (kind: string): Row[] =>
      body.changes.filter(isOf(kind, id)).map(({ version, state }: Change): Row => [version, state]);
    return { status, feed: { post: sortRows(listRows(POST)), staged: sortRows(listRows(STAGED_CHANGE)) } };
  };
}
