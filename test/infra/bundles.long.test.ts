import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import slugify from '@sindresorhus/slugify';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Serve } from '../../functions/runtime/serve.ts';
import { bundle, type Bundles } from '../../infra/bundle/bundle.ts';
import { entries, UNKNOWN } from '../../infra/bundle/entries.ts';
import { createLambdaContext } from '../../infra/aws-local/http-api/invocation.ts';
import { openApi } from '../../infra/sites/reference/document.ts';
import { nowTs } from '../../shared/platform/core/clock.ts';
import { useApi } from '../support/api/api.ts';
import { makeImage, quartered, settledImage } from '../support/resources/images.ts';
import { errorAnswer, makeDraft, ok } from '../support/resources/posts.ts';
import { advanceClock, restoreClock } from '../support/time/clock.ts';
import { httpEvent } from '../support/web/event.ts';
import { tour } from '../support/api/tour.ts';

/**
 * The bytes that a cold start may read of a function: 1.5 % more than when the budget was last set, so that
 * corrections fit and a library that a function does not need shows.
 */
const BUDGET = 320_000;
/** Larger budgets for functions that create schedules or send messages, decode pictures, or parse files or pages. */
const BUDGETS: Readonly<Record<string, number>> = {
  // With the lists of changes and of what uses an image, and the tags that posts carry.
  'sections/create': 328_000,
  'sections/edit': 323_000,
  // Changes of posts, with the revisions of what they replace, the series of autosaves and the names of embeds.
  'drafts/create': 335_000,
  'drafts/edit': 333_000,
  'posts/create': 335_000,
  'posts/edit': 333_000,
  // With staged changes: it renders them, and plans when they go live.
  'editor/edit-post': 374_000,
  // With the rendering of bodies, and the conversions that lists share.
  // With staged changes, which a preview may show: it composes them.
  'previews/create': 334_000,
  'editor/create-preview': 334_000,
  'previews/get': 375_000,
  'posts/list': 325_000,
  'posts/search': 324_000,
  'scheduled_posts/schedule': 346_000,
  'scraper/get': 346_000,
  // With the client of OpenID Connect, and the guarded client for its requests.
  'sessions/single-sign-on': 349_000,
  // With the words by which images are found.
  'images/create': 340_000,
  'images/edit': 335_000,
  'events/publisher': 361_000,
  'events/sweep': 356_000,
  // It needs no table, and S3's client only in a lazy chunk, to sign addresses of files where there is no CDN.
  [UNKNOWN]: 38_000,
};
/** Lazy chunks next to a function, which it reads when it first needs them. */
const CHUNK_BUDGETS: Readonly<Record<string, number>> = {
  's3.js': 305_000,
  'html.js': 55_000,
  'slug.js': 314_000,
  // Only slugs of scripts other than those of Europe and the Near East need it.
  'ascii.js': 600_000,
  'json-schema.js': 25_000,
  // Only requests with a password need it.
  'argon2.js': 32_000,
  // Only a signature of a passkey needs it.
  'webauthn.js': 190_000,
  // Only where there is an edge, to invalidate its cache.
  'cloudfront.js': 345_000,
  'dom.js': 75_000,
  'sanitize.js': 105_000,
  // Only requests whose path ends with a slash need it.
  'lambda.js': 235_000,
  // Only pages that declare no encoding and are not UTF-8 need it.
  'charset.js': 45_000,
  'document.js': 640_000,
  // The readers' site, which a deployment without pages does not have.
  'site.js': 0,
};

const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
const require = createRequire(import.meta.url);
function loadHandler(name: string): any {
  return require(join(folder, name, 'index.js')).handler;
}

let bundles: Bundles;

beforeAll(async () => {
  bundles = await bundle(folder, {});
  layBeside(folder);
});

/** Links this machine's sharp where Lambda has its layer: outside each bundle, on the module search path. */
function layBeside(root: string): void {
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(resolve('node_modules/sharp'), join(root, 'node_modules/sharp'), 'junction');
}

const api = useApi({}, name => Promise.resolve<Serve>(loadHandler(name === '$default' ? UNKNOWN : name)));

describe('bundles of all functions', () => {
  afterEach(restoreClock);

  it('serve every endpoint of the tour', async () => {
    await tour(api);
  });

  it('answer 404 and 405 for unknown paths and methods', async () => {
    expect(await api.get('/nowhere')).toMatchObject({
      status: 404,
      body: errorAnswer('not_found', expect.stringMatching(/nowhere/)),
    });
    expect((await api.delete('/posts')).status).toBe(405);
  });

  it('serve the OpenAPI document', async () => {
    const response = await fetch(new URL('/openapi.json', api.stack.url));

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(await openApi({ site: {} }));
  });

  it('run the outbox worker, sweep, thumbnails and publisher', async () => {
    const context = createLambdaContext('test', 60);
    await loadHandler('events/outbox')({ Records: [] }, context);
    await loadHandler('events/sweep')({}, context);
    const { id: image, task_id } = await makeImage(api, await quartered(320, 240));
    await loadHandler('events/thumbnails')(
      { detail: { object: { key: `tasks/${image}/${task_id}` } } },
      context,
    );
    expect((await settledImage(api, image)).thumbnails_status).toBe('ready');
    const { id } = await makeDraft(api);
    const scheduled_at = nowTs() + 1000;
    await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at }));
    advanceClock(1000);
    const body = JSON.stringify({ at: scheduled_at });
    await loadHandler('events/publisher')({ Records: [{ messageId: 'm', body }] }, context);

    expect((await ok(api.get(`/posts/${id}`))).status).toBe('published');
  });

  it('refuse the scraper’s access to an address of this machine', async () => {
    const { status } = await api.get('/scraper', { query: { url: api.stack.url } });

    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

describe('bundle of a function', () => {
  const readSize = (...path: string[]) => statSync(join(folder, ...path)).size;

  it.each([...entries.keys()])('stays within the budget for %s', name => {
    expect(readSize(name, 'index.js')).toBeLessThan(BUDGETS[name] ?? BUDGET);
  });

  it('has only the lazy chunks that it may need, each within its budget', () => {
    const files = (name: string) => readdirSync(join(folder, name)).sort();

    expect(files('sections/list')).toEqual(['html.js', 'index.js', 'sanitize.js']);
    expect(files('dam/list')).toEqual(['index.js']);
    expect(files('posts/section')).toEqual(['index.js', 's3.js']);
    expect(files('authors/create')).toEqual([
      'argon2.js',
      'ascii.js',
      'html.js',
      'index.js',
      'json-schema.js',
      'slug.js',
    ]);
    expect(files('scraper/get')).toEqual(['charset.js', 'dom.js', 'html.js', 'index.js']);
    const chunks = [...entries.keys()].flatMap(name =>
      files(name).flatMap(file => (file === 'index.js' ? [] : [{ name, file, bytes: readSize(name, file) }])),
    );
    expect(chunks.filter(({ file, bytes }) => bytes > (CHUNK_BUDGETS[file] ?? 0))).toEqual([]);
  });

  it('stays within 466 KB for the scraper with the chunks that every page needs', () => {
    const files = ['index.js', 'html.js', 'dom.js'];
    expect(files.reduce((bytes, file) => bytes + readSize('scraper/get', file), 0)).toBeLessThan(466_000);
  });

  it('selects elements with the bundled linkedom in the scraper', () => {
    const { createElement, createText } = require(join(folder, 'scraper/get/dom.js'));
    const root = createElement('', {});
    const link = createElement('a', { class: 'byline author', rel: 'Author' });
    root.appendChild(link);
    link.appendChild(createText('Jane Doe'));

    expect(root.querySelectorAll('a.author[rel~="author" i]')[0].textContent).toBe('Jane Doe');
    expect(link.closest('nav')).toBeNull();
  });

  it('has lazy chunks that work as the packages themselves do', () => {
    const { default: toSlug } = require(join(folder, 'posts/create/slug.js'));
    const { Tokenizer } = require(join(folder, 'posts/create/html.js'));
    const texts: string[] = [];
    const callbacks = new Proxy(
      {},
      {
        get: (_, name) =>
          name === 'ontextentity'
            ? (code: number) => texts.push(String.fromCodePoint(code))
            : () => undefined,
      },
    );
    const tokenizer = new Tokenizer({ decodeEntities: true }, callbacks);
    tokenizer.write('<p>Caf&eacute; &amp; bar</p>');
    tokenizer.end();

    for (const text of ['Größe & Maß', 'Київ — столиця', 'Ça va? L’été!'])
      expect(toSlug(text)).toBe(slugify(text));
    expect(texts).toEqual(['é', '&']);
  });

  it('needs sharp from the layer only in the three functions that decode pictures', () => {
    expect([...bundles.needingSharp].sort()).toEqual(['events/thumbnails', 'images/create', 'images/edit']);
  });

  it('contains no dynamic import(), which does not search layers', () => {
    const importing = [...entries.keys()].filter(name =>
      /\bimport\(/.test(readFileSync(join(folder, name, 'index.js'), 'utf8')),
    );

    expect(importing).toEqual([]);
  });
});

it('the bundles have the same bytes when they are built again in another folder', async () => {
  const computeHash = (root: string) => {
    const hash = createHash('sha256');
    for (const name of entries.keys()) {
      for (const file of readdirSync(join(root, name)).sort())
        hash.update(`${name}/${file}`).update(readFileSync(join(root, name, file)));
    }
    return hash.digest('hex');
  };
  const again = mkdtempSync(join(tmpdir(), 'bundles-'));
  await bundle(again, {});

  expect(computeHash(again)).toBe(computeHash(folder));
});

it('the bundles contain the site’s configuration, and the pages when the option is set', async () => {
  const open = mkdtempSync(join(tmpdir(), 'bundles-'));
  await bundle(open, { features: { publicRead: true } }, { pages: true });
  const fetchPage = async (root: string) => {
    const { handler } = require(join(root, UNKNOWN, 'index.js'));
    return (await handler(httpEvent({ path: '/desk/' }), createLambdaContext('test', 29))).statusCode;
  };
  const fetchStatus = async (root: string) => {
    const { handler } = require(join(root, 'sections/list/index.js'));
    return (await handler(httpEvent({ path: '/api/1.3/sections' }), createLambdaContext('test', 29)))
      .statusCode;
  };

  expect(await fetchStatus(folder)).toBe(401);
  expect(await fetchStatus(open)).toBe(200);
  expect(await fetchPage(folder)).toBe(404);
  expect(await fetchPage(open)).toBe(200);
});

it('the readers’ site is a bundle of at most 97 KB, which answers only where the option is set', async () => {
  const open = mkdtempSync(join(tmpdir(), 'bundles-'));
  await bundle(open, {}, { pages: true });
  const fetchAnswer = async (root: string) => {
    const { handler } = require(join(root, UNKNOWN, 'index.js'));
    return await handler(httpEvent({ path: '/site.css' }), createLambdaContext('test', 29));
  };

  expect(statSync(join(open, UNKNOWN, 'site.js')).size).toBeLessThan(97_000);
  expect((await fetchAnswer(open)).headers['content-type']).toBe('text/css; charset=utf-8');
  expect((await fetchAnswer(folder)).statusCode).toBe(404);
});
