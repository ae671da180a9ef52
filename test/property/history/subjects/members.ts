import fc from 'fast-check';
import type { Operation } from '../checker.ts';
import type { Api, Reply } from '../../../support/api/api.ts';
import { membersModel, type MembersAnswer, type MembersOp } from '../models/members.ts';
import type { Call } from '../recorder.ts';
import { operation, type ObjectHistory, type Subject } from '../subject.ts';
import type { World } from '../world.ts';

/** Authors (`a0` …) who like a post (`p0`) and follow sections (`s0`, `s1`). */
const AUTHORS = ['a0', 'a1', 'a2'];
const SECTIONS = ['s0', 's1'];

const author = fc.constantFrom(...AUTHORS);
const section = fc.constantFrom(...SECTIONS);

const action = fc.oneof(
  fc.record({ do: fc.constantFrom('like' as const, 'unlike' as const), author }),
  fc.record({ do: fc.constantFrom('list likes' as const, 'count likes' as const) }),
  fc.record({ do: fc.constantFrom('follow' as const, 'unfollow' as const), author, section }),
  fc.record({ do: fc.constant('list followers' as const), section }),
  fc.record({ do: fc.constant('list followed' as const), author }),
);
type MembersOperation = Operation<MembersOp, MembersAnswer>;
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

export const members: Subject<Action, Action> = {
  intent: action,
  async setUp(api, world) {
    const make = async (reference: string, path: string, input: object): Promise<void> => {
      world.learn(reference, (await api.post(path, input)).body.id);
    };
    await make('p0', '/posts', { headline: world.own('p0') });
    for (const one of SECTIONS) await make(one, '/sections', { title: one, url: world.own(one) });
    for (const one of AUTHORS) await make(one, '/api/1.1/authors', { first_name: world.own(one) });
  },
  act: (_world, intended) => intended,
  perform,
  survey: () => [
    { do: 'list likes' },
    { do: 'count likes' },
    ...SECTIONS.map(one => ({ do: 'list followers' as const, section: one })),
    ...AUTHORS.map(one => ({ do: 'list followed' as const, author: one })),
  ],
  objects: (world, calls) => [
    {
      name: 'likes',
      model: membersModel,
      operations: calls.flatMap(call => likeOperation(world, call) ?? []),
    },
    ...SECTIONS.map((one): ObjectHistory => ({
      name: `followers of ${one}`,
      model: membersModel,
      operations: calls.flatMap(call => followOperations(world, one, call)),
    })),
  ],
};

async function perform(api: Api, world: World, act: Action): Promise<Reply> {
  const post = `/posts/${world.id('p0')}`;
  switch (act.do) {
    case 'like':
      return await api.post(`${post}/likes`, { author_id: world.id(act.author) });
    case 'unlike':
      return await api.delete(`${post}/likes/${world.id(act.author)}`);
    case 'list likes':
      return await api.get(`${post}/likes`);
    case 'count likes':
      return await api.get(post);
    case 'list followers':
      return await api.get(`/follows/sections/${world.id(act.section)}`);
    case 'list followed':
      return await api.get(`/follows/${world.id(act.author)}/sections`);
    default: {
      const path = `/follows/${world.id(act.author)}/section/${world.id(act.section)}`;
      return act.do === 'follow' ? await api.put(path) : await api.delete(path);
    }
  }
}

function toReferences(world: World, authors: readonly { first_name: string }[]): string[] {
  return authors.map(({ first_name }) => world.referenceIn(first_name) ?? first_name).sort();
}

function likeOperation(world: World, call: Call<Action>): MembersOperation | undefined {
  const { action: act, reply } = call;
  switch (act.do) {
    case 'like':
      return operation(call, { do: 'add', member: act.author }, toOutcome);
    case 'unlike':
      return operation(call, { do: 'remove', member: act.author }, toOutcome);
    case 'list likes':
      return reply && operation(call, { do: 'list' }, ({ body }) => toReferences(world, body.map(getAuthor)));
    case 'count likes':
      return reply && operation(call, { do: 'count' }, ({ body }) => body.likes.count as number);
    default:
      return undefined;
  }
}

function getAuthor(like: { author: { first_name: string } }) {
  return like.author;
}

function toOutcome({ status }: Reply): MembersAnswer {
  return status === 200 ? 'done' : 'refused';
}

/** Follow and unfollow also answer with what the author follows afterwards, which is an operation of its own. */
function followOperations(world: World, section: string, call: Call<Action>): MembersOperation[] {
  const { action: act, reply } = call;
  if (act.do === 'list followers') {
    const list = (): MembersOperation =>
      operation(call, { do: 'list' }, ({ body }) => toReferences(world, body));
    return reply && act.section === section ? [list()] : [];
  }
  if (act.do !== 'follow' && act.do !== 'unfollow' && act.do !== 'list followed') return [];
  const isFollowed = (sections: readonly { id: number }[]): boolean =>
    sections.some(({ id }) => id === world.id(section));
  const read = (): MembersOperation =>
    operation(call, { do: 'has', member: act.author }, ({ body }) => isFollowed(body));
  const reads = reply ? [read()] : [];
  if (act.do === 'list followed' || act.section !== section) return reads;
  return [
    operation(call, { do: act.do === 'follow' ? 'add' : 'remove', member: act.author }, toOutcome),
    ...reads,
  ];
}
