import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeList } from '../../../functions/routes/index.ts';
import { packageClient } from '../../../infra/dev/client.ts';
import type { Client } from '../../../infra/client/source/index.ts';

const OF_BROWSERS = {
  AbortSignal,
  Blob,
  crypto,
  clearTimeout,
  Headers,
  ReadableStream,
  setTimeout,
  TextDecoder,
  URL,
  URLSearchParams,
};
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-'));
  await packageClient(folder);
});
afterAll(() => rm(folder, { recursive: true }));

function bundle(): Promise<string> {
  return readFile(join(folder, 'index.js'), 'utf8');
}

describe('bundle of the typed client', () => {
  it('takes at most 100 bytes for each route and 9 KB for the rest', async () => {
    const text = await bundle();

    expect(text.length).toBeLessThan(9000 + 100 * routeList.length);
    expect(gzipSync(text).length).toBeLessThan(6400);
  });

  it('imports nothing and uses nothing that browsers lack', async () => {
    const text = await bundle();

    expect(text).not.toMatch(/\bimport\b|\brequire\b/);
    expect(text).not.toMatch(/\bprocess\b|\bBuffer\b|\bglobal\b|node:/);
  });

  it('runs with only the globals that browsers have', async () => {
    const text = await bundle();
    const requested: string[] = [];
    const answer = (url: string): Promise<Response> => {
      requested.push(url);
      return Promise.resolve(new Response('[{"id":1}]'));
    };
    const [, name] = /(\w+) as createClient/.exec(text)!;
    const script = `${text.replace(/export\{[^}]*\};?\s*$/, '')}; ${name}({ url: 'https://api.example' })`;

    const client: Client = vm.runInNewContext(script, { ...OF_BROWSERS, fetch: answer });

    for await (const { id } of client.posts.list.all({ query: { limit: 1 } })) expect(id).toBe(1);
    await client.images.upload({ name: 'a', content: new Uint8Array(9) });
    expect(requested).toEqual([
      'https://api.example/api/1.3/posts?limit=1',
      'https://api.example/api/1.3/images',
    ]);
  });
});

/** The compiler's errors for a script that uses the package, with only the types of browsers. */
async function compile(script: string, name = 'script.ts'): Promise<string[]> {
  const file = join(folder, name);
  await writeFile(file, `import { createClient } from './index.js';\n${script}`);
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    jsx: ts.JsxEmit.Preserve,
    types: [],
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file: where }) => {
    const at = where?.fileName.slice(folder.length + 1) ?? '';
    return `${at}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

/** What the examples take from the frameworks. */
const ASTRO = `declare const Astro: {
  params: Record<string, string | undefined>;
  rewrite(path: string): Response;
  redirect(path: string, status: number): Response;
};`;
const NEXT = `declare function notFound(): never;
declare function permanentRedirect(path: string): never;
declare global { namespace JSX { interface IntrinsicElements { [name: string]: object } } }`;

describe('type declarations of the typed client', () => {
  it('need no other package and type the input and answer of each route', async () => {
    const script = `
      const client = createClient({ url: '', key: '' });
      const { headline, sections } = await client.posts.get({ path: { id: 1 } });
      const texts: [string, number[]] = [headline, sections];
      const width: number = (await client.images.upload(new File([], 'a'), { body: { alt: texts[0] } })).width;
      for await (const asset of client.dam.list.all({ query: { tags: ['a'], in_trash: false } })) asset.file_id;
      void client.posts.edit({ path: { id: width }, body: { heading: 'A' } });
      void client.posts.publish();
      export {};`;

    expect(await compile(script)).toEqual([
      expect.stringMatching(/^script.ts: .*'heading' does not exist/),
      expect.stringMatching(/^script.ts: Property 'publish' does not exist/),
    ]);
  });

  it('accept the example of the README', async () => {
    const [, example = ''] =
      /<!-- client -->\s+```ts\n([^]*?)```/.exec(await readFile('infra/client/README.md', 'utf8')) ?? [];
    const script = example.replace(/^import.*\n/, "import { Conflict } from './index.js';\n");

    expect(script).toContain('client.posts.create');
    expect(await compile(`declare const key: string, file: File;\n${script}`)).toEqual([]);
  });

  it('accept the examples for other frameworks', async () => {
    const readme = await readFile('infra/sites/reader/README.md', 'utf8');
    const blocks = [...readme.matchAll(/```tsx?\n([^]*?)```/g)].map(([, code = '']) => code);
    const [shared = '', astro = '', next = ''] = blocks.map(code => code.replaceAll(/^import.*\n/gm, ''));
    const given = `import { NotFound } from './index.js';\n${shared}`;
    // The last lines are the body of a page, which may return.
    const page = astro.replace(/^const post/m, 'export async function showPage() {\nconst post');

    expect(blocks).toHaveLength(3);
    expect(await compile(`${ASTRO}\n${given}\n${page}\nreturn post.body_html;\n}`)).toEqual([]);
    expect(await compile(`${NEXT}\n${given}\n${next}`, 'page.tsx')).toEqual([]);
  });
});
