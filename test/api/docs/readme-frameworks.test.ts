import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleClient } from '../../../infra/client/bundle.ts';
import { useApi } from '../../support/api/api.ts';
import { makePost, ok } from '../../support/resources/posts.ts';

const api = useApi({ features: { publicRead: true } });
const README = readFileSync('infra/sites/reader/README.md', 'utf8');
const [SHARED = '', ASTRO = '', NEXT = '', ELEVENTY = ''] = [
  ...README.matchAll(/```(?:tsx?|js)\n([^]*?)```/g),
].map(([, code = '']) => code);

let folder: string;
let slug: string;
let formerSlug: string;
/** What Astro makes of a page that answers something else. */
const ASTRO_ANSWERS = {
  rewrite: (path: string) => `rewrite ${path}`,
  redirect: (path: string, status: number) => `redirect ${path} ${status}`,
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frameworks-'));
  await writeFile(join(folder, 'client.mjs'), await bundleClient());
  await write('broadsheet.mjs', SHARED);
  await writeFile(join(folder, 'navigation.mjs'), NAVIGATION);
  const post = await makePost(api, {
    headline: 'For some',
    body: '<p>Text</p>',
    manual_basename: 'for-some',
  });
  formerSlug = post.slug;
  const fields = { headline: 'For all', manual_basename: 'for-all' };
  ({ slug } = await ok(api.put(`/posts/${post.id}`, fields)));
});
afterAll(() => rm(folder, { recursive: true }));

/** What the modules take from the frameworks: a call that ends a page throws its name. */
const NAVIGATION = `
const end = name => (...parts) => { throw new Error([name, ...parts].join(' ')); };
export const [notFound, permanentRedirect] = [end('notFound'), end('permanentRedirect')];`;

/** Writes a module of the README as JavaScript. Elements of JSX are lists of type, properties and children. */
async function write(name: string, source: string): Promise<string> {
  const { code } = await transform(source, { loader: 'tsx', jsxFactory: 'element' });
  const file = join(folder, name);
  const own = code
    .replace('broadsheet-client', './client.mjs')
    .replace('../broadsheet', './broadsheet.mjs')
    .replace('next/navigation', './navigation.mjs')
    .replace('http://127.0.0.1:4000', api.stack.url);
  await writeFile(file, `const element = (...parts) => parts;\n${own}`);
  return pathToFileURL(file).href;
}

describe('the examples in the README of the readers’ site', () => {
  it('make the paths and the page of a post in Astro', async () => {
    // The last lines are the body of a page, which may return.
    const page = ASTRO.replace(/^const post/m, 'export async function load(Astro) {\nconst post');
    const href = await write('astro.mjs', `${page}\nreturn post;\n}`);
    const { getStaticPaths, load } = await import(/* @vite-ignore */ href);
    const loadPath = (path: string) => load({ ...ASTRO_ANSWERS, params: { path } });

    expect(await getStaticPaths()).toEqual([{ params: { path: slug.slice(1) } }]);
    expect(await loadPath(slug.slice(1))).toMatchObject({
      head_html: expect.stringContaining('<title>For all</title>'),
      body_html: '<p>Text</p>',
    });
    expect(await loadPath('nowhere')).toBe('rewrite /404');
    expect(await loadPath(formerSlug.slice(1))).toBe(`redirect ${slug} 301`);
  });

  it('make the parameters and the page of a post in Next.js', async () => {
    const { generateStaticParams, default: Page } = await import(
      /* @vite-ignore */ await write('next.mjs', NEXT)
    );
    const [params] = await generateStaticParams();

    expect(params).toEqual({ path: [slug.slice(1)] });
    expect(JSON.stringify(await Page({ params: Promise.resolve(params) }))).toMatch(/For all.*<p>Text<\/p>/);
    const showPath = (path: string) => Page({ params: Promise.resolve({ path: [path] }) });
    await expect(showPath('nowhere')).rejects.toThrow('notFound');
    await expect(showPath(formerSlug.slice(1))).rejects.toThrow(`permanentRedirect ${slug}`);
  });

  it('give all posts to templates of Eleventy', async () => {
    const { default: readPosts } = await import(/* @vite-ignore */ await write('eleventy.mjs', ELEVENTY));

    expect(await readPosts()).toMatchObject([{ headline: 'For all', body_html: '<p>Text</p>' }]);
  });
});
