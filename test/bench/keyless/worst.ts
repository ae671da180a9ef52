import { randomBytes } from 'node:crypto';
import type { RouteName } from '../../../functions/routes/index.ts';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { toMonth } from '../../../shared/platform/values/dates.ts';
import { seedWorld, type Sizes, type World } from './world.ts';

/** A request without a key to a route. */
interface KeylessRequest {
  about: string;
  query?: string;
  parameters?: Record<string, string>;
  body?: string;
  headers?: Record<string, string>;
  /** Runs before each measured request, and is not measured. */
  before?: () => Promise<unknown>;
}

export interface NamedRequest extends KeylessRequest {
  name: RouteName;
}

const BODY_BYTES = 2 * 2 ** 20;

/** Bodies of 2 MiB that are slow to read, to compress or to make safe. */
const BODIES: Readonly<Record<string, string>> = {
  prose: fill('<p>Words of an ordinary article. </p>\n'),
  'random text': `<p>${randomBytes((BODY_BYTES * 3) / 4 - 10).toString('base64')}</p>`,
  'less-than signs': fill('<'),
  'nested paragraphs': fill('<p>'),
  quotes: fill('" '),
  images: fill('<img src=x srcset="a 1w, b 2w">'),
};

function fill(piece: string): string {
  return piece.repeat(Math.floor(BODY_BYTES / Buffer.byteLength(piece)));
}

function query(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString();
}

const LARGEST_PAGE = { limit: '100' };
const SAFE = { safe: '1' };
/** In no text, although both words are in each. */
const PHRASE = '"gamma alpha"';

type Cases = (world: World) => readonly KeylessRequest[];

/**
 * The requests of each route that answers without a key, about the worst stored content. `test/api/requests/ceilings.test.ts` fails when a
 * route is missing.
 */
export const WORST: Partial<Record<RouteName, Cases>> = {
  'posts/get': ({ large }) =>
    Object.entries(large).flatMap(([about, id]) => {
      const parameters = { id };
      const gzip = { 'accept-encoding': 'gzip' };
      return [
        { about, parameters },
        { about: `${about}, gzip`, parameters, headers: gzip },
        { about: `${about}, safe`, parameters, query: query({ render_shortcodes: '1', ...SAFE }) },
      ];
    }),
  'posts/tag': () => [
    ...['prose', 'random text'].flatMap(about => {
      const tag = `ten ${about}`;
      const encodings = ['gzip', 'identity'].map(encoding => ({
        about: `ten of ${about}, ${encoding}`,
        query: query({ tag }),
        headers: { 'accept-encoding': encoding },
      }));
      return [...encodings, { about: `ten of ${about}, ids`, query: query({ tag, include_fields: 'id' }) }];
    }),
    { about: 'a hundred', query: query({ tag: 'month', ...LARGEST_PAGE }) },
    { about: 'behind a thousand', query: query({ tag: 'month', offset: '1000', ...LARGEST_PAGE }) },
    { about: 'only private posts', query: query({ tag: 'private', ...LARGEST_PAGE }) },
  ],
  'posts/list': () => [
    { about: 'a hundred, the first of random text', query: query(LARGEST_PAGE) },
    { about: 'two tags that no post has both of', query: query({ tags: 'even', all_sections: 'odd' }) },
    { about: 'a phrase in no text', query: query({ phrase: PHRASE, ...LARGEST_PAGE }) },
    { about: 'by update, a phrase in no text', query: query({ phrase: PHRASE, order: 'updated' }) },
  ],
  'posts/changes': () => [{ about: 'the end of the feed' }],
  'posts/frontpage': () => [{ about: 'a hundred', query: query(LARGEST_PAGE) }],
  'posts/section': () => [
    { about: 'a hundred', query: query({ section_name: 'odd', ...LARGEST_PAGE }) },
    { about: 'only private posts', query: query({ section_name: 'private', ...LARGEST_PAGE }) },
  ],
  'posts/search': () => [
    { about: 'a word', query: query({ phrase: 'alpha', ...LARGEST_PAGE }) },
    { about: 'two words', query: query({ phrase: 'alpha gamma', ...LARGEST_PAGE }) },
    { about: 'a phrase in no text', query: query({ phrase: PHRASE, ...LARGEST_PAGE }) },
    { about: 'a phrase in a large text', query: query({ phrase: '"article words"' }) },
    { about: 'many words', query: query({ phrase: 'alpha beta gamma delta '.repeat(100).slice(0, 200) }) },
  ],
  'posts/author': ({ author }) => [
    { about: 'a hundred', query: query({ author_id: author, ...LARGEST_PAGE }) },
  ],
  'posts/permalink': ({ large, paths }) =>
    Object.keys(large).map(about => ({ about, query: query({ path: paths[about] ?? '' }) })),
  'posts/page-views': () => [{ about: 'a hundred', query: query(LARGEST_PAGE) }],
  'posts/record-page-views': ({ large }) => [
    { about: 'unknown fields', parameters: { id: large.prose ?? '' }, body: `{"x":"${'y'.repeat(16_000)}"}` },
  ],
  'sessions/create': () => [
    {
      about: 'the longest wrong password',
      body: JSON.stringify({ email: `${'a'.repeat(242)}@example.com`, password: 'ı'.repeat(128) }),
    },
  ],
  'sessions/passkey-options': () => [{ about: 'a challenge' }],
  'sessions/passkey': ({ author }) => [
    {
      about: 'the longest signature of an unknown passkey',
      body: JSON.stringify({ credential: signedBy(author) }),
    },
  ],
  'sessions/single-sign-on-options': () => [{ about: 'a site without single sign-on' }],
  'sessions/single-sign-on': () => [
    {
      about: 'the longest code of an unknown state',
      body: JSON.stringify({ code: 'ı'.repeat(4096), state: 'ı'.repeat(100), iss: 'ı'.repeat(1000) }),
    },
  ],
  'invitations/accept': () => [
    {
      about: 'an unknown token',
      body: JSON.stringify({ token: 'a'.repeat(64), email: 'b@example.com', password: 'ı'.repeat(128) }),
    },
  ],
  'previews/get': ({ preview }) => [
    { about: 'prose', parameters: { token: preview } },
    {
      about: 'prose, safe',
      parameters: { token: preview },
      query: query({ render_shortcodes: '1', ...SAFE }),
    },
  ],
  'feeds/get': () =>
    ['rss.xml', 'atom.xml', 'feed.json'].map(format => ({ about: format, parameters: { format } })),
  'sitemaps/index': () => [{ about: 'all months' }],
  'sitemaps/news': ({ changeMonth }) => [
    { about: 'a thousand posts' },
    { about: 'a thousand posts after a change', before: changeMonth },
  ],
  'sitemaps/month': ({ changeMonth }) => [
    { about: 'the present month', parameters: { file: `${toMonth(nowTs())}.xml` } },
    {
      about: 'the present month after a change',
      parameters: { file: `${toMonth(nowTs())}.xml` },
      before: changeMonth,
    },
    { about: 'a month without posts', parameters: { file: '2001-01.xml' } },
  ],
  'likes/list': ({ large }) => [
    { about: 'all', parameters: { id: large.prose ?? '' } },
    { about: 'all, safe', parameters: { id: large.prose ?? '' }, query: query(SAFE) },
  ],
  'authors/get': ({ author }) => [{ about: 'safe', parameters: { id: author }, query: query(SAFE) }],
  'authors/search': () => [{ about: 'thirty, safe', query: query({ limit: '30', ...SAFE }) }],
  'authors/by-name': ({ names }) => [
    { about: 'thirty, safe', query: query({ author_names: names.slice(0, 30).join(), ...SAFE }) },
  ],
  'sections/list': () => [{ about: 'all' }, { about: 'all, safe', query: query(SAFE) }],
  'sections/get': ({ section }) => [{ about: 'safe', parameters: { id: section }, query: query(SAFE) }],
  'tags/list': () => [{ about: 'all' }, { about: 'all, safe', query: query(SAFE) }],
  'tags/get': ({ tag }) => [{ about: 'safe', parameters: { id: tag }, query: query(SAFE) }],
  'badges/list': () => [{ about: 'all' }],
  'badges/get': ({ badge }) => [{ about: 'one', parameters: { id: badge } }],
};

function signedBy(author: string): object {
  const userHandle = Buffer.from(author).toString('base64url');
  const clientDataJSON = Buffer.from(JSON.stringify({ challenge: 'x'.repeat(2900) })).toString('base64url');
  const longest = 'A'.repeat(4000);
  const response = { clientDataJSON, authenticatorData: longest, signature: longest, userHandle };
  return { id: 'A'.repeat(1400), response };
}

/** As much as `npm run bench -- keyless` measures. */
const FULL_SIZES: Sizes = {
  posts: 10_000,
  privatePosts: 500,
  authors: 100,
  sections: 100,
  tags: 100,
  badges: 200,
};

/** Seeds the worst content. `kinds` and `sizes` may be fewer than all, where only counts matter. @returns the requests of each route */
export async function seedWorst(
  kinds: readonly string[] = Object.keys(BODIES),
  sizes = FULL_SIZES,
): Promise<NamedRequest[]> {
  const bodies = Object.fromEntries(kinds.map(kind => [kind, BODIES[kind] ?? '']));
  const world = await seedWorld(bodies, sizes);
  return Object.entries(WORST).flatMap(([name, cases]) =>
    cases(world).map(request => ({ name: name as RouteName, ...request })),
  );
}
