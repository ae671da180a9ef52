import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApi } from '../support/api/api.ts';
import { ASSETS, BULK, OPEN_SITE } from '../support/resources/assets.ts';
import { readNext } from '../support/resources/posts.ts';
import { plantDocuments, plantImages } from '../support/records/media-records.ts';
import {
  toDay,
  lists,
  listNaively,
  buildQuery,
  assetFields,
  TEXT_FIELDS,
  type ListFilter,
  type ModelAsset,
} from '../support/records/catalogue.ts';
import { rounds } from '../support/run/rounds.ts';
import { restoreClock, stopClock } from '../support/time/clock.ts';

const api = useApi(OPEN_SITE);

const ROUNDS = rounds(2, 12);
const WRITES = 8;
const LISTS = 8;
const HOURS_APART = 7;

interface Client {
  key: string;
  user_id: number;
  admin: boolean;
  origin: ModelAsset['origin'];
}
const clients: Client[] = [];
/** The ids of the planted files, by file_type. */
const files: Record<0 | 1, number[]> = { 0: [], 1: [] };
/** The expected assets, by type and id of their file. */
const model = new Map<string, ModelAsset>();
function makeKey({ file_type, file_id }: Pick<ModelAsset, 'file_type' | 'file_id'>) {
  return `${file_type}#${file_id}`;
}

beforeAll(async () => {
  const [editor, member] = [await api.makeKey('Editor'), await api.makeKey('Community User')];
  clients.push(
    { key: api.adminKey, user_id: api.stack.adminAuthorId, admin: true, origin: 'admin' },
    { key: editor.key, user_id: editor.authorId, admin: false, origin: 'admin' },
    { key: member.key, user_id: member.authorId, admin: false, origin: 'community' },
  );
  Object.assign(files, { 0: await plantImages(25), 1: await plantDocuments(10) });
});

afterAll(() => {
  restoreClock();
});

const writes = fc.record({
  what: fc.constantFrom('create', 'create', 'create', 'edit', 'edit', 'trash', 'restore', 'delete'),
  client: fc.nat({ max: 2 }),
  file_type: fc.constantFrom(0 as const, 0 as const, 1 as const),
  files: fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 6 }),
  fields: assetFields,
  bulk: fc.boolean(),
});
type Write = typeof writes extends fc.Arbitrary<infer W> ? W : never;

interface Outcome {
  status_code: number;
  data: any;
}

/** Sends a write for each of its files, in one bulk call or one by one. @returns the outcome of each */
async function send(write: Write, ids: readonly number[], { key }: Client): Promise<Map<number, Outcome>> {
  const { what, file_type } = write;
  const method = what === 'create' ? 'POST' : what === 'delete' ? 'DELETE' : 'PUT';
  const data = { ...makeBody(write), file_type };
  if (write.bulk) {
    const call = { ...BULK, key, headers: { 'x-http-method-override': method } };
    const { body } = await api.post(
      ASSETS,
      ids.map(file_id => ({ file_id, data })),
      call,
    );
    return new Map(Object.entries<Outcome>(body).map(([id, outcome]) => [Number(id), outcome]));
  }
  const outcomes = new Map<number, Outcome>();
  for (const file_id of ids) {
    const path =
      method === 'POST' ? ASSETS : `${ASSETS}/${model.get(makeKey({ file_type, file_id }))?.id ?? 12}`;
    const { status, body } = await api.send(method, path, { key, body: { ...data, file_id } });
    outcomes.set(file_id, { status_code: status, data: body });
  }
  return outcomes;
}

function makeBody({ what, fields }: Write): object {
  if (what === 'trash') return { in_trash: true };
  return what === 'restore' ? { in_trash: false } : fields;
}

/** Makes the change to the model. @returns the status that the service must answer */
function apply(write: Write, file_id: number, client: Client, data: any): number {
  const { what, file_type, fields } = write;
  const current = model.get(makeKey({ file_type, file_id }));
  if (what === 'create') {
    if (current) return 400;
    const { id, created_ts } = data;
    const blank = Object.fromEntries(TEXT_FIELDS.map(field => [field, ''])) as ModelAsset['texts'];
    const asset = { id, file_type, file_id, texts: blank, tags: [], in_trash: false, created_ts, ...client };
    model.set(makeKey(asset), withFields(asset, fields, client));
    return 200;
  }
  if (!current || (current.in_trash && !client.admin)) return 404;
  if (what === 'delete') model.delete(makeKey(current));
  else if (what === 'edit') model.set(makeKey(current), withFields(current, fields, client));
  else model.set(makeKey(current), { ...current, in_trash: what === 'trash' });
  return 200;
}

function withFields(asset: ModelAsset, fields: Write['fields'], { admin }: Client): ModelAsset {
  const { tags, ...texts } = fields as { tags?: string[] | null } & Record<string, string | null>;
  const kept = Object.entries(texts).map(([field, text]) => [field, text ?? '']);
  const isHidden = (tag: string) => tag.startsWith('*') && !admin;
  const next = [...(tags ?? []).filter(tag => !isHidden(tag)), ...asset.tags.filter(isHidden)];
  return {
    ...asset,
    texts: { ...asset.texts, ...Object.fromEntries(kept) },
    tags: tags === undefined ? asset.tags : next,
  };
}

async function writeAndCompare(write: Write): Promise<void> {
  const client = clients[write.client]!;
  const all = files[write.file_type];
  const ids = [...new Set(write.files.map(index => all[index % all.length]!))];
  const outcomes = await send(write, ids, client);
  for (const id of ids) {
    const { status_code, data } = outcomes.get(id)!;
    expect([write, id, status_code]).toEqual([write, id, apply(write, id, client, data)]);
  }
}

async function listAndCompare(filter: ListFilter, client: Client, count: number): Promise<number> {
  const assets = [...model.values()];
  const values = {
    users: clients.map(({ user_id }) => user_id),
    files: [...files[0], ...files[1]],
    days: [...new Set([...assets.map(asset => toDay(asset.created_ts)), 20_000])],
  };
  const query = buildQuery(filter, values);
  const expected = listNaively(assets, filter, values, client.admin);
  const found: number[] = [];
  let path: string | undefined =
    `${ASSETS}?${new URLSearchParams({ ...query, count: String(count) }).toString()}`;
  while (path !== undefined) {
    const reply = await api.get(path, { key: client.key });
    expect([query, reply.status]).toEqual([query, 200]);
    expect([query, reply.body.total]).toEqual([query, expected.length]);
    for (const asset of reply.body.items) {
      found.push(asset.id);
      const { tags } = assets.find(({ id }) => id === asset.id)!;
      expect(asset.tags).toEqual(client.admin ? tags : tags.filter(tag => !tag.startsWith('*')));
    }
    path = readNext(reply);
  }
  expect([query, found]).toEqual([query, expected]);
  const offset = Math.floor(expected.length / 2);
  const middle = await api.get(ASSETS, { key: client.key, query: { ...query, offset, count } });
  expect(middle.body.items.map(({ id }: ModelAsset) => id)).toEqual(expected.slice(offset, offset + count));
  return expected.length;
}

it('the asset catalogue equals a naive model after random single and bulk writes', async () => {
  let listed = 0;
  const round = fc.tuple(
    fc.array(writes, { minLength: WRITES, maxLength: WRITES }),
    fc.array(fc.tuple(lists, fc.nat({ max: 2 }), fc.integer({ min: 2, max: 30 })), {
      minLength: LISTS,
      maxLength: LISTS,
    }),
  );
  // Each round continues the state of the last one, so fast-check cannot shrink a failure: it reports the failed round as it was.
  await fc.assert(
    fc.asyncProperty(round, async ([changes, questions]) => {
      stopClock(HOURS_APART * 3600);
      for (const change of changes) await writeAndCompare(change);
      for (const [filter, client, count] of questions)
        listed += await listAndCompare(filter, clients[client]!, count);
    }),
    { numRuns: ROUNDS, endOnFailure: true },
  );
  expect(model.size, 'assets at the end').toBeGreaterThan(rounds(0, 5));
  expect(listed, 'enough assets in the lists').toBeGreaterThan(ROUNDS);
});
