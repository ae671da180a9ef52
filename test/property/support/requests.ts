import fc from 'fast-check';
import type { Route } from '../../../functions/runtime/route.ts';
import type { HttpEvent } from '../../../shared/platform/http/event.ts';
import { httpEvent } from '../../support/web/event.ts';
import { anyText, hostile, nearly } from './hostile.ts';
import { CODE_POINT } from '../../support/values/code-point.ts';

/** Records that exist when the run begins, so that not every request ends at an unknown id. */
export interface Known {
  ids: readonly number[];
  keys: readonly string[];
  /** Images that may become assets. */
  files: readonly number[];
  /** A badge that no request deletes. */
  badge: number;
}

/** Valid bodies by resource. Other routes get only random bodies. */
function bodies({ ids, files, badge }: Known): Record<string, Record<string, unknown>> {
  return {
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
    badges: {
      name: 'Live',
      image_id: files[0],
      tags: ['a'],
      category: 1,
      description: 'x',
      link: { url: 'https://example.com/', title: 'x', target: '_blank' },
      order: 3,
    },
    dam: ASSET_BODY,
    webhooks: {
      url: 'https://example.com/in',
      actions: ['post_edit', 'draft_create'],
      headers: { 'x-desk': 'culture' },
      active: false,
      secret: null,
    },
    scheduled_posts: { scheduled_at: Math.floor(Date.now() / 1000) + 86_400 },
    drafts: POST_BODY(ids, files, badge),
    posts: POST_BODY(ids, files, badge),
  };
}

function POST_BODY(ids: readonly number[], files: readonly number[], badge: number): Record<string, unknown> {
  return {
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
    image_id: files[0],
    badges: [badge],
    provider_post_id: 'x1',
    action: 'publish',
    prevent_modifying_updated_ts: 1,
  };
}

const ASSET_BODY = {
  file_type: 0,
  image_title: 'A bridge',
  filename: 'bridge.jpg',
  alt_text: 'x',
  credit: 'Ada',
  source_info: 'Archive',
  tags: ['a', '*b'],
  site_specific_data: { a: [] },
  in_trash: true,
};

const QUERY_NAMES = [
  'bulk',
  'count',
  'date_added',
  'file_id',
  'file_type',
  'in_trash',
  'search',
  'sort_by',
  'tags',
  'thumbnail_sizes',
  'type',
  'user_id',
  'limit',
  'offset',
  'cursor',
  'removed',
  'render_shortcodes',
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
    'all',
    'score',
    'bridge',
    '2026-11-21',
    '300,600x',
    '',
    '9'.repeat(20),
  ),
  fc.string({ unit: CODE_POINT, maxLength: 30 }),
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
    'PUT',
    'DELETE',
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
function takesBulk(path: string): boolean {
  return path.endsWith('/dam/assets');
}

const query = fc.oneof({ weight: 4, arbitrary: queryText }, fc.string({ maxLength: 40 }));
const headers = fc.dictionary(fc.constantFrom(...HEADER_NAMES), headerValue, { maxKeys: 3 });

function pathParameters(path: string, { ids }: Known): fc.Arbitrary<Record<string, string>> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const value = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...ids.map(String)) },
    fc.constantFrom('0', '12', '-1', '1.5', 'x', '', '\u0000', '__proto__', '9007199254740992'),
    fc.string({ unit: CODE_POINT, maxLength: 20 }),
  );
  return fc.record(Object.fromEntries(names.map(name => [name, value])));
}

/** Items of a bulk call, about known and unknown files. */
function drawItems(data: fc.Arbitrary<unknown>, { files }: Known): fc.Arbitrary<unknown[]> {
  const file_id = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...files, 12) }, hostile);
  return fc.array(fc.record({ file_id, data }, { requiredKeys: ['file_id'] }), { maxLength: 5 });
}

function drawBody({ path }: Route, known: Known): fc.Arbitrary<string | undefined> {
  const resource = /\/api\/[\d.]+\/(\w+)/.exec(path)?.[1] ?? '';
  if (takesBulk(path)) {
    const one = fc
      .tuple(nearly(ASSET_BODY), fc.constantFrom(...known.files))
      .map(([body, file_id]) => ({ file_id, ...body }));
    const items = drawItems(fc.oneof(nearly(ASSET_BODY), hostile), known);
    return fc.oneof(one, items, hostile).map(body => JSON.stringify(body));
  }
  const valid = bodies(known)[resource] ?? {};
  return fc.oneof(
    { weight: 6, arbitrary: nearly(valid).map(body => JSON.stringify(body)) },
    { weight: 1, arbitrary: hostile.map(value => JSON.stringify(value)) },
    { weight: 1, arbitrary: anyText },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/** Requests to one route, from nearly valid to nonsense. */
export function requestsTo(route: Route, known: Known): fc.Arbitrary<HttpEvent> {
  return fc
    .record({
      query: takesBulk(route.path)
        ? fc.oneof(
            query,
            query.map(text => `bulk=1&${text}`),
          )
        : query,
      headers,
      parameters: pathParameters(route.path, known),
      key: fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom(...known.keys) },
        fc.constantFrom(undefined, 'x', '\u0000'),
      ),
      carrier: fc.constantFrom('x-svcauth', 'authorization'),
      body: route.method === 'GET' ? fc.constant(undefined) : drawBody(route, known),
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
