import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packTar } from '../../../infra/client/tar.ts';
import { useApi } from '../../support/api/api.ts';
import { ok } from '../../support/resources/posts.ts';

const run = promisify(execFile);
const api = useApi();

/** What a project of somebody else writes; `expect-error` marks what its compiler must refuse. */
const PROGRAM = `import { createClient } from 'broadsheet-client';

const { URL: url = '', KEY: key = '' } = process.env;
const client = createClient({ url, key });
const { id } = await client.posts.create({ body: { headline: 'Installed', tags: ['ferry'] } });

const posts = await client.posts.list({ query: { tags: ['ferry'], include_fields: ['id', 'headline'] } });
const first: string | undefined = posts[0]?.headline;
// @ts-expect-error the list was asked without this field
const missing = posts[0]?.subheadline;

const headlines: string[] = [];
for await (const post of client.posts.list.all({ query: { include_fields: ['headline'], limit: 1 } }))
  headlines.push(post.headline);

const whole = await client.posts.list({ query: { limit: 1 } });
const maybe: string | undefined = whole[0]?.subheadline;
// @ts-expect-error an order that there isn't
const wrong = client.posts.list({ query: { order: 'sideways' } });
await wrong.catch(() => undefined);

console.log(JSON.stringify({ id, first, headlines, none: missing === undefined, maybe }));
`;

const CONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'nodenext',
    strict: true,
    outDir: 'out',
    types: [],
    lib: ['ES2023', 'DOM', 'DOM.AsyncIterable'],
  },
  include: ['program.mts', 'globals.d.ts'],
};

describe('/client.tgz of the local stack', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'installed-'));
    await writeFile(join(folder, 'package.json'), '{"name": "theirs", "private": true, "type": "module"}');
    const address = new URL('/client.tgz', api.stack.url).href;
    const cache = join(folder, 'cache');
    await run('npm', ['install', address, '--no-audit', '--no-fund', '--cache', cache], { cwd: folder });
    await writeFile(join(folder, 'program.mts'), PROGRAM);
    await writeFile(
      join(folder, 'globals.d.ts'),
      'declare const process: { env: Record<string, string | undefined> };',
    );
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('installs with npm, compiles in another project and calls the service', async () => {
    const compiler = join(process.cwd(), 'node_modules', 'typescript', 'bin', 'tsc');
    const compiled = await run(process.execPath, [compiler, '-p', folder]).catch((error: unknown) => error);
    expect(compiled).toMatchObject({ stdout: '' });

    const env = { ...process.env, URL: api.stack.url, KEY: api.adminKey };
    const { stdout } = await run(process.execPath, [join(folder, 'out', 'program.mjs')], { env });
    const { id, ...said } = JSON.parse(stdout);
    expect(said).toEqual({ first: 'Installed', headlines: ['Installed'], none: true, maybe: '' });
    expect(await ok(api.get(`/posts/${id}`))).toMatchObject({ headline: 'Installed' });
  });

  it('says in its declarations what each call and field means', async () => {
    const installed = (name: string) =>
      readFile(join(folder, 'node_modules', 'broadsheet-client', name), 'utf8');

    expect(await installed('types.d.ts')).toMatch(
      /\* Create a draft\.[^/]*\*\/\s*create: Method<'drafts\/create'>/,
    );
    expect(await installed('calls.d.ts')).toMatch(
      /\/\*\* The headline of the post, as plain text\.[^/]*\*\/\s*"?headline/,
    );
    expect(JSON.parse(await installed('package.json'))).not.toHaveProperty('dependencies');
  });

  it('is the same each time it is fetched, and answers 304 to its ETag', async () => {
    const address = new URL('/client.tgz', api.stack.url);
    const response = await fetch(address);
    const etag = response.headers.get('etag')!;

    expect(response.headers.get('content-type')).toBe('application/gzip');
    expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

describe('packTar()', () => {
  it('makes the same bytes of the same files, in any order', () => {
    const one = packTar(
      new Map([
        ['a.js', 'a'],
        ['b/c.js', 'c'],
      ]),
    );

    expect(
      packTar(
        new Map([
          ['b/c.js', 'c'],
          ['a.js', 'a'],
        ]),
      ),
    ).toEqual(one);
    expect(() => packTar(new Map([['a'.repeat(100), '']]))).toThrow(/too long/);
  });
});
