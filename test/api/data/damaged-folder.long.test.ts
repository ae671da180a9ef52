import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
  type MockInstance,
} from 'vitest';
import { damageFile } from '../../support/files/damaged-file.ts';
import { randomFrom } from '../../support/values/random.ts';
import { rounds } from '../../support/run/rounds.ts';
import { Api, eventually } from '../../support/api/api.ts';
import { runHere, type Outcome } from '../../support/processes/cli.ts';
import { makeDocument } from '../../support/resources/documents.ts';
import { makeImage, quartered, settledImage } from '../../support/resources/images.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';

/** `DAMAGES=300` tries as many as a release should survive. */
const DAMAGES = Number(process.env.DAMAGES ?? rounds(20, 100));
/** The limit for a test that hangs. */
const HANGS_AFTER_MS = 60_000 + DAMAGES * 60_000;
const SITE = { baseUrl: 'http://127.0.0.1:4000', mediaBaseUrl: 'http://127.0.0.1:4000/media' };
/** Does not become smaller, so that such a body is stored as an object. */
const NOISE_BYTES = 70_000;
const DAY_S = 86_400;
/** A slow machine refuses no request. */
const PATIENCE = 20;
/** No process has it. */
const DEAD_PID = 2 ** 30;

let root: string;
let killed: string;
let dir: string;
/** What the service says on the terminal. */
let messages: string[];

function said(): string {
  return messages.join('\n');
}

/** Starts the service as `npm start` does, with modules of its own: the clients of an earlier start's engines are part of them. */
async function start(isThumbnailed = true): Promise<Api> {
  vi.resetModules();
  const { readSettings } = await import('../../../infra/local/settings.ts');
  const { startStack } = await import('../../../infra/local/stack.ts');
  const { handlersFromSources } = await import('../../../infra/aws-local/lambda/handlers.ts');
  const { adminKey, storeAdminKey } = await readSettings({ DATA_DIR: dir });
  const hangs = { thumbnails: () => new Promise<never>(() => undefined) };
  const handlers = { ...handlersFromSources, ...(!isThumbnailed && hangs) };
  const stack = await startStack({ dir, adminKey, storeAdminKey, site: SITE, handlers, patience: PATIENCE });
  return Object.assign(new Api(), { adminKey, stack });
}

/** The paths of all answers that are compared, and the image whose thumbnails are not made yet. */
let paths: string[];
let pending: number;
let images: number[];
let key: string;
let expected: Map<string, Answer>;

/** A small newsroom as a kill leaves it: records in a table file and in the log, objects, a schedule, an event. */
async function makeNewsroom(): Promise<void> {
  let api = await start();
  key = api.adminKey;
  const { id: section } = await makeSection(api, { url: 'news', tags: ['bridge'] });
  const { id: image } = await makeImage(api, await quartered(64, 48));
  const { thumbnails } = await settledImage(api, image);
  const document = await makeDocument(api);
  const posts: number[] = [];
  const write = async (count: number): Promise<void> => {
    for (let number = 0; number < count; number++) {
      const noise = number % 3 === 0 ? randomBytes(NOISE_BYTES).toString('base64') : '';
      const body = `<p>The council votes ${posts.length}</p><!--${noise}-->`;
      const fields = { headline: `Vote ${posts.length}`, tags: ['bridge'], body };
      posts.push((await makePost(api, { ...fields, image_id: image })).id);
    }
  };
  await write(4);
  // The next start writes the log into a table file.
  await api.stack.stop();
  api = await start(false);
  await write(4);
  const draft = await makeDraft(api, { headline: 'Later' });
  const { id: scheduled } = await makeDraft(api, { headline: 'Tomorrow' });
  const scheduled_at = Math.floor(Date.now() / 1000) + DAY_S;
  await ok(api.put(`/scheduled_posts/${scheduled}`, { scheduled_at }));
  ({ id: pending } = await makeImage(api, await quartered(48, 64)));
  images = [image, pending];
  const { pathname } = new URL(document.file_original_url);
  const files = Object.values(thumbnails as Record<string, string>)
    .slice(0, 3)
    .map(url => new URL(url).pathname);
  paths = [
    ...posts.map(id => `/posts/${id}`),
    ...[`/drafts/${draft.id}`, `/scheduled_posts/${scheduled}`, `/sections/${section}`, `/images/${image}`],
    ...[
      '/posts?limit=30&include_fields=id,headline',
      '/drafts',
      '/sections',
      '/posts/section?section_name=news&limit=30&include_fields=id,headline',
      '/posts/tag?tag=bridge&limit=30&include_fields=id,headline',
    ],
    ...[
      '/posts/search?phrase=council&limit=30&include_fields=id,headline',
      `/documents/${document.id}`,
      `/images/${pending}`,
      '/posts/permalink?path=/vote-3',
    ],
    ...[pathname, ...files],
  ];
  await eventually(
    () => ok(api.get('/posts/search?phrase=council&limit=30')),
    found => found.length === posts.length,
  );
  await eventually(
    () => readdir(dir, { recursive: true }),
    names =>
      ['scheduler/', '.events/'].every(part =>
        names.some(name => name.includes(part) && name.endsWith('.json')),
      ),
  );
  await cp(dir, killed, { recursive: true });
  await api.stack.stop();
  const ready = { url: 'http://127.0.0.1:1', adminKey: key, pid: DEAD_PID };
  await writeFile(join(killed, 'ready.json'), JSON.stringify(ready));
}

interface PictureAnswer {
  thumbnails_status: string;
  image_original_url: string;
}

interface Answer {
  status: number;
  body: unknown;
}

/** Thumbnails that are made again are of another task. */
function withoutTask(name: string, value: unknown): unknown {
  return name === 'task_id' ? undefined : value;
}

async function read(api: Api, path: string): Promise<Answer> {
  const isFile = path.startsWith('/media/');
  const headers = { 'x-svcauth': key };
  const response = await fetch(api.stack.url + (/^\/(media|api)\//.test(path) ? path : `/api/1.3${path}`), {
    headers,
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    body: isFile ? bytes.toString('base64') : JSON.parse(bytes.toString(), withoutTask),
  };
}

async function readAll(api: Api): Promise<Map<string, Answer>> {
  return new Map(await Promise.all(paths.map(async path => [path, await read(api, path)] as const)));
}

/** Makes the thumbnails whose event was lost, as the sweep does after two minutes, unless their picture is lost too. */
async function settle(api: Api): Promise<void> {
  const { sweepThumbnails } = await import('../../../shared/library/images/thumbnails/task.ts');
  const { nowTs } = await import('../../../shared/platform/core/clock.ts');
  await sweepThumbnails(nowTs() + 200);
  const isSettled = async (id: number): Promise<boolean> => {
    const { status, body } = await read(api, `/images/${id}`);
    const { thumbnails_status, image_original_url } = body as PictureAnswer;
    if (status !== 200 || thumbnails_status !== 'pending') return true;
    return (await read(api, new URL(image_original_url).pathname)).status !== 200;
  };
  for (const id of images) await eventually(() => isSettled(id), Boolean);
}

async function verify(...args: string[]): Promise<Outcome> {
  vi.resetModules();
  const { verify: command } = await import('../../../infra/cli/verify/main.ts');
  const outcome = await runHere(command, ['--data-dir', dir, ...args]);
  listen();
  return outcome;
}

let contexts: MockInstance<AsyncLocalStorage<unknown>['run']>;

function listen(): void {
  messages = [];
  for (const stream of ['error', 'log'] as const)
    vi.spyOn(console, stream).mockImplementation(
      (...parts: unknown[]) => void messages.push(parts.join(' ')),
    );
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'damaged-'));
  [dir, killed] = [join(root, 'data'), join(root, 'killed')];
  await makeNewsroom();
});
afterAll(() => rm(root, { recursive: true, force: true }));
beforeEach(async () => {
  contexts = vi.spyOn(AsyncLocalStorage.prototype, 'run');
  listen();
  await restore();
});
afterEach(() => vi.restoreAllMocks());

/** Ends the storages of earlier starts, whose modules each made one of their own: all asynchronous work would become slower with each. */
function endStorages(): void {
  for (const storage of new Set(contexts.mock.contexts))
    if (storage instanceof AsyncLocalStorage) storage.disable();
  contexts.mockClear();
}

/** Makes the data folder as the kill left it. */
async function restore(): Promise<void> {
  endStorages();
  for (const name of await readdir(root))
    if (name !== 'killed') await rm(join(root, name), { recursive: true });
  await cp(killed, dir, { recursive: true });
}

/** Files of one kind are damaged as often as those of each other kind. */
function toKind(file: string): string {
  return file
    .replace(/\d{6}(?=\.)|(?<=MANIFEST-)\d+/, '#')
    .replace(/(?<=broadsheet-(content|media)\/).*/, '#')
    .replace(/[^/]+\.json$/, '#.json')
    .replace(/(?<=scheduler\/)[^/]+/, '#');
}

async function listFiles(): Promise<Map<string, string[]>> {
  const entries = await readdir(killed, { recursive: true, withFileTypes: true });
  const files = entries
    .filter(entry => entry.isFile())
    .map(entry => relative(killed, join(entry.parentPath, entry.name)));
  const kinds = new Map<string, string[]>();
  for (const file of files.sort()) kinds.set(toKind(file), [...(kinds.get(toKind(file)) ?? []), file]);
  return kinds;
}

/** These can be derived from other files, or nothing depends on them. */
const DERIVED = /^(?!dynamodb\/#|s3\/broadsheet)/;
const REMEDY = /Restore a backup|npm run verify -- --repair/;
/** The service says that it lacks the last writes of the log. */
const LACKS_WRITES = /the database lacks its last|the last record was not written to its end/;

/** The answers that are not as expected. */
function findChanged(answers: Map<string, Answer>): [path: string, answer: Answer][] {
  return [...answers].filter(([path, answer]) => !isDeepStrictEqual(answer, expected.get(path)));
}

/** What an answer says about a record itself, without what it takes from others. */
function toOwn(record: unknown): unknown {
  const { id, headline, body, title, url } = record as Record<string, unknown>;
  return { id, headline, body, title, url };
}

/** Whether an answer only lacks what was lost: it is refused, or a list without lost records. */
function isTrue([path, { status, body }]: [string, Answer]): boolean {
  if (status === 404 || status >= 500) return true;
  const right = expected.get(path)!.body;
  if (typeof body === 'string') return body === right;
  if (!Array.isArray(body)) return isDeepStrictEqual(toOwn(body), toOwn(right));
  return body.every(one => (right as unknown[]).some(other => isDeepStrictEqual(toOwn(one), toOwn(other))));
}

/** The wrong ones of these answers, in words: a failure shows its message only. */
function listWrong(changed: readonly [string, Answer][]): string[] {
  return changed
    .filter(one => !isTrue(one))
    .map(([path, { status, body }]) => `${path}: ${status} ${JSON.stringify(body).slice(0, 400)}`);
}

/** Starts the service on a damaged folder: it refuses to start, or what it answers is right or refused, and it says why. */
async function serveDamaged(file: string): Promise<void> {
  const started = await start(false).catch(String);
  if (typeof started === 'string') {
    expect(started).toContain(join(dir, 'dynamodb'));
    expect(started).toMatch(REMEDY);
    return;
  }
  const changed = findChanged(await readAll(started)).filter(([path]) => path !== `/images/${pending}`);
  await started.stack.stop();
  if (file === 'admin-key') expect(said()).toContain(join(dir, file));
  if (existsSync(join(dir, `${file}.damaged`))) expect(said()).toContain(`${file}.damaged`);
  if (LACKS_WRITES.test(said())) expect(listWrong(changed)).toEqual([]);
  else {
    const missing = changed.filter(([, { status }]) => status === 404);
    const failed = changed.filter(([, { status }]) => status >= 500);
    expect(changed).toHaveLength(missing.length + failed.length);
    expect(missing.filter(([path]) => !path.startsWith('/media/'))).toEqual([]);
    if (failed.length > 0) expect(said()).toMatch(REMEDY);
  }
}

/** Repairs the folder, and starts the service: what is not as before was named as lost. */
async function serveRepaired(kind: string): Promise<void> {
  const hasNamed = LACKS_WRITES.test(said());
  const { stdout } = await verify('--repair');
  const api = await start();
  await settle(api);
  const changed = findChanged(await readAll(api));
  await api.stack.stop();
  const isLossNamed = hasNamed || /^(?:database|lost): /m.test(stdout);
  if (DERIVED.test(kind) || !isLossNamed) expect(changed).toEqual([]);
  else expect(listWrong(changed)).toEqual([]);
}

describe('npm start and npm run verify on a damaged data folder', { timeout: HANGS_AFTER_MS }, () => {
  it('find, serve and restore everything when a kill left the folder', async () => {
    const api = await start();
    await settle(api);
    expected = await readAll(api);
    await api.stack.stop();
    expect([...expected].filter(([, { status }]) => status !== 200)).toEqual([]);
    expect(messages).toEqual([]);
    expect(await verify()).toMatchObject({ code: 0, stdout: 'No disagreement was found.\n' });
  });

  it(`never answer wrongly, lose nothing silently, and restore what can be derived, in ${DAMAGES} kinds of damage`, async () => {
    const random = randomFrom(3);
    const kinds = [...(await listFiles())];
    const failures: string[] = [];
    for (let round = 0; round < DAMAGES; round++) {
      await restore();
      listen();
      const [kind, files] = kinds[round % kinds.length]!;
      const file = files[Math.floor(random() * files.length)]!;
      const damage = `${file}: ${await damageFile(join(dir, file), random)}`;
      try {
        await serveDamaged(file);
        await serveRepaired(kind);
      } catch (error) {
        failures.push(`${damage}: ${error instanceof Error ? error.stack : ''}\n${said()}`.slice(0, 1500));
      }
    }
    expect(failures.join('\n\n')).toBe('');
  });
});
