import fc from 'fast-check';
import type { Route } from '../../../functions/route.ts';
import type { HttpEvent } from '../../../shared/http/event.ts';
import { httpEvent } from '../../support/event.ts';
import { anyText, hostile, nearly } from './hostile.ts';

/** What exists when the run begins, so that not every request ends at an unknown id. */
export interface Known {
  ids: readonly number[];
  keys: readonly string[];
}

/** Bodies that are right, by the resource that takes them. A route that is not here gets bodies of chance alone. */
const bodies = ({ ids }: Known): Record<string, Record<string, unknown>> => ({
  authors: {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@example.com',
    name: 'ada',
    about_html: '<p>x</p>',
    specific_data: { a: 1 },
    role: 'Guest Writer',
    status: 'active',
  },
  api_keys: { author_id: ids[0], label: 'x', permissions: ['read'] },
  sections: {
    title: 'News',
    url: 'news',
    tags: ['a', 'b'],
    status: 2,
    about_html: '',
    page_settings: { open_in_new_tab: true },
    parent_id: ids[1],
    order: 3,
    extras: { a: [] },
  },
  tags: { title: 'Tag', url: 'tag', status: 2, extras: {} },
  scheduled_posts: { scheduled_at: Math.floor(Date.now() / 1000) + 86_400 },
  drafts: POST_BODY(ids),
  posts: POST_BODY(ids),
});

const POST_BODY = (ids: readonly number[]): Record<string, unknown> => ({
  headline: 'A headline',
  body: '<p>Text</p>',
  manual_basename: 'a-headline',
  tags: ['a', 'c'],
  primary_tag: 'a',
  sections: [ids[1], 'Home', 0],
  primary_section: ids[1],
  roar_author_ids: [ids[0]],
  created_ts: 1_790_000_000,
  image_external: 'https://example.com/x.jpg',
  manual_image_crops: { '1x1': { top: 0, left: 0, height: 1, width: 1, imgWidth: 2, imgHeight: 2 } },
  listicle: { items: [{ headline: 'x', body: 'y' }], settings: { layout_type: 2 } },
  product: { name: 'x', price: 1.5, rating: 5 },
  roar_specific_data: { keep_reading_hide_word_count: true },
  page_list: [{ view: 'web', path: '/x' }],
  provider_post_id: 'x1',
  action: 'publish',
  prevent_modifying_updated_ts: 1,
});

const QUERY_NAMES = [
  'limit',
  'offset',
  'cursor',
  'removed',
  'include_fields',
  'exclude_fields',
  'tag',
  'exclude_tags',
  'section_name',
  'author_name',
  'author_id',
  'author_names',
  'basename',
  'emails',
  'destination_section_id',
  'phrase',
  'days',
  'order',
  'start_ts',
  'provider_id',
  'sections',
  '__proto__',
];
const HEADER_NAMES = [
  'if-match',
  'if-none-match',
  'content-type',
  'accept-encoding',
  'x-http-method-override',
  'idempotency-key',
  'constructor',
];

const queryValue = fc.oneof(
  fc.constantFrom(
    '1',
    '0',
    '10',
    '-1',
    '1.5',
    'true',
    'a',
    'news',
    'Home',
    'ada',
    'id,headline',
    'a,b',
    ',',
    '',
    '9'.repeat(20),
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const headerValue = fc.oneof(
  fc.constantFrom(
    '*',
    '"1"',
    'W/"1"',
    '"1-abc"',
    'gzip',
    'identity;q=0',
    'application/json',
    'multipart/form-data',

    '',
  ),
  fc.string({ maxLength: 30 }),
);

const queryText = fc
  .array(fc.tuple(fc.constantFrom(...QUERY_NAMES), queryValue), { maxLength: 4 })
  .map(pairs =>
    new URLSearchParams(
      pairs.map(([name, value]): [string, string] => [name, value.toWellFormed()]),
    ).toString(),
  );
const query = fc.oneof({ weight: 4, arbitrary: queryText }, fc.string({ maxLength: 40 }));
const headers = fc.dictionary(fc.constantFrom(...HEADER_NAMES), headerValue, { maxKeys: 3 });

function pathParameters(path: string, { ids }: Known): fc.Arbitrary<Record<string, string>> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const value = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...ids.map(String)) },
    fc.constantFrom('0', '12', '-1', '1.5', 'x', '', '\u0000', '__proto__', '9007199254740992'),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );
  return fc.record(Object.fromEntries(names.map(name => [name, value])));
}

function bodyOf({ path }: Route, known: Known): fc.Arbitrary<string | undefined> {
  const resource = /\/api\/[\d.]+\/(\w+)/.exec(path)?.[1] ?? '';
  const valid = bodies(known)[resource] ?? {};
  return fc.oneof(
    { weight: 6, arbitrary: nearly(valid).map(body => JSON.stringify(body)) },
    { weight: 1, arbitrary: hostile.map(value => JSON.stringify(value)) },
    { weight: 1, arbitrary: anyText },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/** Requests to one route, from nearly right to nonsense. */
export function requestsTo(route: Route, known: Known): fc.Arbitrary<HttpEvent> {
  return fc
    .record({
      query,
      headers,
      parameters: pathParameters(route.path, known),
      key: fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom(...known.keys) },
        fc.constantFrom(undefined, 'x', '\u0000'),
      ),
      carrier: fc.constantFrom('x-svcauth', 'authorization'),
      body: route.method === 'GET' ? fc.constant(undefined) : bodyOf(route, known),
      base64: fc.boolean(),
    })
    .map(({ query, headers, parameters, key, carrier, body, base64 }) =>
      httpEvent({
        method: route.method,
        path: route.path.replace(/\{(\w+)\}/g, (_all, name: string) => parameters[name] ?? ''),
        query,
        parameters,
        headers: { ...headers, ...(key !== undefined && { [carrier]: key }) },
        ...(body !== undefined && { body: base64 ? Buffer.from(body).toString('base64') : body, base64 }),
      }),
    );
}
