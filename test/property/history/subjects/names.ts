import fc from 'fast-check';
import type { Api, Reply } from '../../../support/api/api.ts';
import { nameModel } from '../models/name.ts';
import type { Call } from '../recorder.ts';
import { operation, type ObjectHistory, type Subject } from '../subject.ts';
import type { World } from '../world.ts';

type Kind = 'name' | 'email' | 'url';

const AUTHORS = '/api/1.1/authors';
const MAX_RECORDS = 10;

const kind = fc.constantFrom<Kind>('name', 'email', 'url');
const name = fc.constantFrom('n0', 'n1');
const pick = fc.nat(7);

const intent = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      kind,
      name,
      pick: fc.option(pick, { freq: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete section' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('look up' as const), kind, name }) },
);
type Intent = typeof intent extends fc.Arbitrary<infer I> ? I : never;

type Action =
  | { do: 'claim'; kind: Kind; holder: string; name: string; isNew: boolean }
  | { do: 'delete section'; holder: string }
  | { do: 'look up'; kind: Kind; name: string };

/** Authors (`a0` …) and sections (`s0` …) that claim the same names, emails and urls. */
export const names: Subject<Intent, Action> = {
  intent,
  setUp: () => Promise.resolve(),
  act(world, intended) {
    if (intended.do === 'look up') return intended;
    if (intended.do === 'delete section') {
      if (world.known('s').length === 0) return { do: 'look up', kind: 'url', name: 'n0' };
      return { do: 'delete section', holder: world.pick('s', intended.pick) };
    }
    const letter = intended.kind === 'url' ? 's' : 'a';
    const known = world.known(letter).length;
    const isNew = known === 0 || (intended.pick === null && known < MAX_RECORDS);
    const holder = isNew ? world.newReference(letter) : world.pick(letter, intended.pick ?? 0);
    return { do: 'claim', kind: intended.kind, name: intended.name, holder, isNew };
  },
  perform,
  learn(world, action, { status, body }) {
    if (action.do === 'claim' && action.isNew && status === 200) world.learn(action.holder, body.id);
  },
  survey: () =>
    (['name', 'email', 'url'] as const).flatMap(kind =>
      ['n0', 'n1'].map(name => ({ do: 'look up' as const, kind, name })),
    ),
  objects: (world, calls) =>
    (['name', 'email', 'url'] as const).flatMap(kind =>
      ['n0', 'n1'].map((name): ObjectHistory => ({
        name: `${kind} ${name}`,
        model: nameModel,
        operations: calls.flatMap(call => operationOn(world, { kind, name }, call) ?? []),
      })),
    ),
};

function makeEmail(world: World, name: string): string {
  return `${world.own(name)}@example.org`;
}

async function perform(api: Api, world: World, action: Action): Promise<Reply> {
  if (action.do === 'delete section') return await api.delete(`/sections/${world.id(action.holder)}`);
  if (action.do === 'look up') return await lookUp(api, world, action);
  const { kind, holder, isNew } = action;
  const path = kind === 'url' ? '/sections' : AUTHORS;
  const input = makeInput(world, action);
  return isNew ? await api.post(path, input) : await api.put(`${path}/${world.id(holder)}`, input);
}

/** A record carries its reference in a text that no call changes: an author's first name, a section's title. */
function makeInput(world: World, { kind, holder, name }: Action & { do: 'claim' }): object {
  if (kind === 'url') return { title: world.own(holder), url: world.own(name) };
  const author = { first_name: world.own(holder), last_name: 'Author' };
  return { ...author, ...(kind === 'name' ? { name: world.own(name) } : { email: makeEmail(world, name) }) };
}

async function lookUp(api: Api, world: World, { kind, name }: Action & { do: 'look up' }): Promise<Reply> {
  if (kind === 'url') return await api.get('/sections', { query: { include_fields: 'title,url' } });
  if (kind === 'email') return await api.get('/authors/email', { query: { emails: makeEmail(world, name) } });
  return await api.get('/api/1.2/authors/name', { query: { author_names: world.own(name) } });
}

function operationOn(world: World, object: { kind: Kind; name: string }, call: Call<Action>) {
  const { action, reply } = call;
  if (action.do === 'look up') {
    if (!reply || action.kind !== object.kind) return undefined;
    // The list of sections answers for every url at once.
    if (action.kind !== 'url' && action.name !== object.name) return undefined;
    return operation(call, { do: 'look up' }, ({ body }) => holdersIn(world, object, body));
  }
  const { holder } = action;
  if (action.do === 'claim' && action.kind !== object.kind) return undefined;
  if (action.do === 'delete section' && object.kind !== 'url') return undefined;
  if (action.do === 'claim' && action.name === object.name && reply?.status !== 404)
    return operation(call, { do: 'claim', holder }, ({ status }) => status);
  if (reply && reply.status !== 200) return undefined;
  return operation(call, { do: 'give up', holder }, ({ status }) => status);
}

function holdersIn(world: World, { kind, name }: { kind: Kind; name: string }, body: any): unknown[] {
  if (kind === 'url')
    return body
      .filter(({ url }: { url: string }) => url === world.own(name))
      .map(({ title }: { title: string }) => world.referenceIn(title));
  const authors = kind === 'name' ? body.data : body;
  return authors.map((author: { first_name: string }) => world.referenceIn(author.first_name));
}
