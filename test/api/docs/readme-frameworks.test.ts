import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleClient } from '../../../infra/client/bundle.ts';
import { useApi } from '../../support/api/api.ts';
import { makePost } from '../../support/resources/posts.ts';

const api = useApi({ features: { publicRead: true } });
const README = readFileSync('infra/sites/reader/README.md', 'utf8');
const [SHARED = '', ASTRO = '', NEXT = '', ELEVENTY = ''] = [
  ...README.matchAll(/```(?:tsx?|js)\n([^]*?)```/g),
].map(([, code = '']) => code);

let folder: string;
let slug: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frameworks-'));
  await bundleClient(join(folder, 'client.mjs'));
  await write('broadsheet.mjs', SHARED);
  ({ slug } = await makePost(api, { headline: 'For all', body: '<p>Text</p>' }));
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes a module of the README as JavaScript. Elements of JSX are lists of type, properties and children. */
async function write(name: string, source: string): Promise<string> {
  const { code } = await transform(source, { loader: 'tsx', jsxFactory: 'element' });
  const file = join(folder, name);
  const own = code
    .replace('broadsheet-client', './client.mjs')
    .replace('../broadsheet', './broadsheet.mjs')
    .replace('http://127.0.0.1:4000', api.stack.url);
  await writeFile(file, `const element = (...parts) => parts;\n${own}`);
  return pathToFileURL(file).href;
}

describe('the examples in the README of the readers’ site', () => {
  it('make the paths and the page of a post in Astro', async () => {
    Object.assign(globalThis, { Astro: { params: { path: slug.slice(1) } } });
    const href = await write('astro.mjs', `${ASTRO}\nexport { post };`);
    const { getStaticPaths, post } = await import(/* @vite-ignore */ href);

    expect(await getStaticPaths()).toEqual([{ params: { path: slug.slice(1) } }]);
    expect(post).toMatchObject({
      head_html: expect.stringContaining('<title>For all</title>'),
      body_html: '<p>Text</p>',
    });
    Reflect.deleteProperty(globalThis, 'Astro');
  });

  it('make the parameters and the page of a post in Next.js', async () => {
    const { generateStaticParams, default: Page } = await import(
      /* @vite-ignore */ await write('next.mjs', NEXT)
    );
    const [params] = await generateStaticParams();

    expect(params).toEqual({ path: [slug.slice(1)] });
    expect(JSON.stringify(await Page({ params: Promise.resolve(params) }))).toMatch(/For all.*<p>Text<\/p>/);
  });

  it('give all posts to templates of Eleventy', async () => {
    const { default: readPosts } = await import(/* @vite-ignore */ await write('eleventy.mjs', ELEVENTY));

    expect(await readPosts()).toMatchObject([{ headline: 'For all', body_html: '<p>Text</p>' }]);
  });
});
