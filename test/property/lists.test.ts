import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { PostRecord } from '../../shared/posts/record/record.ts';
import { eventually, useApi } from '../support/api/api.ts';
import { makeDraft, makePost, makeSection, readNext, ok } from '../support/resources/posts.ts';
import { allItems, postsAmong } from '../support/table/table.ts';
import { randomFrom } from '../support/values/random.ts';
import {
  filters,
  FIRST_TS,
  HEADLINES,
  listNaively,
  PRIVATE,
  buildQuery,
  SECTIONS,
  SPAN_S,
  TAGS,
  TYPES,
  type ListFilter,
} from './filtered.ts';
import { rounds } from '../support/run/rounds.ts';

const api = useApi();
const names = new Map([[0, 'home']]);
const draw = randomFrom(3);
function among<T>(values: readonly T[]): T {
  return values[Math.floor(draw() * values.length)]!;
}

function some(values: readonly string[]) {
  return values.filter(() => draw() < 0.35);
}

const POSTS = rounds(60, 140);
const RUNS = rounds(15, 60);

let made = 0;

/** Random fields with many equal times, few sections, and tags that add automatic sections. */
function randomFields(): object {
  const type = among([undefined, undefined, undefined, ...TYPES]);
  const tags = some(TAGS).map(tag => (draw() < 0.3 ? tag.toUpperCase() : tag));
  return {
    headline: among(HEADLINES),
    created_ts: FIRST_TS + Math.floor(draw() * SPAN_S),
    updated_ts: FIRST_TS + Math.floor(draw() * SPAN_S),
    sections: some(SECTIONS),
    tags,
    ...(type !== undefined && { type }),
    ...(draw() < 0.2 && { video: 'https://v.test/1' }),
    provider_post_id: `p-${++made}`,
  };
}

/** Posts and drafts, some of them edited, unpublished or removed since. */
async function makeRandom(): Promise<void> {
  if (draw() < 0.1) {
    await makeDraft(api, randomFields());
    return;
  }
  const { id } = await makePost(api, randomFields());
  const fate = draw();
  if (fate < 0.1) await ok(api.delete(`/posts/${id}`));
  else if (fate < 0.15) await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
  else if (fate < 0.3) await ok(api.put(`/posts/${id}`, { tags: some(TAGS), video: '' }));
}

beforeAll(async () => {
  for (const name of SECTIONS.slice(1)) {
    const tags = name === 'culture' ? ['grey'] : name === 'archive' ? ['rare'] : [];
    const section = await makeSection(api, {
      title: name,
      url: name,
      tags,
      status: PRIVATE.includes(name) ? 1 : 2,
    });
    names.set(section.id, name);
  }
  for (let count = 0; count < POSTS; count++) await makeRandom();
});

/** The records after the search index, which follows the posts, has all of them. */
async function settledRecords(): Promise<PostRecord[]> {
  const records = postsAmong(await allItems());
  const bridges = records.filter(post => post.status === 'published' && /bridge/i.test(post.headline));
  await eventually(
    () => walk('/api/1.3/posts?include_fields=id&limit=100&phrase=bridge'),
    found => found.length === bridges.length,
  );
  return records;
}

const pages = fc.record({ limit: fc.integer({ min: 3, max: 40 }), offset: fc.integer({ min: 0, max: 20 }) });

async function idsAt(path: string): Promise<{ ids: number[]; next: string | undefined }> {
  const reply = await api.get(path);
  expect(reply.status).toBe(200);
  return { ids: reply.body.map((post: any) => post.id), next: readNext(reply) };
}

function buildPath(filter: ListFilter, limit: number, offset = 0): string {
  return `/api/1.3/posts?include_fields=id&limit=${limit}&offset=${offset}&${buildQuery(filter)}`;
}

/** Reads all pages by cursor; `between` runs after each page but the last. */
async function walk(
  first: string,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<number[]> {
  const found: number[] = [];
  for (let path: string | undefined = first; path !== undefined;) {
    const { ids, next } = await idsAt(path);
    found.push(...ids);
    path = next;
    if (path !== undefined) await between();
  }
  return found;
}

it('GET /posts lists what a scan of every record finds, by cursor and by offset', async () => {
  const records = await settledRecords();
  expect(records).toHaveLength(POSTS);
  let found = 0;
  await fc.assert(
    fc.asyncProperty(filters, pages, async (filter, { limit, offset }) => {
      const expected = listNaively(records, names, filter);
      found += expected.length;
      expect(await walk(buildPath(filter, limit, offset))).toEqual(expected.slice(offset));
      for (let from = 0; from <= expected.length; from += limit) {
        const { ids } = await idsAt(buildPath(filter, limit, from));
        expect(ids).toEqual(expected.slice(from, from + limit));
      }
    }),
    { numRuns: RUNS },
  );
  expect(found / RUNS, 'enough posts in the lists').toBeGreaterThan(POSTS / 14);
});

/** Makes a post and removes the oldest one of `posts`, so that their number stays. */
async function disturb(posts: number[]): Promise<void> {
  const victim = posts.shift()!;
  const { id } = await makePost(api, randomFields());
  posts.push(id);
  if (draw() < 0.5) await ok(api.put(`/posts/${victim}`, { tags: some(TAGS), video: '' }));
  await ok(api.delete(`/posts/${victim}`));
}

async function makeComing(count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push((await makePost(api, randomFields())).id);
  return ids;
}

const fewPages = fc.integer({ min: 7, max: 25 });

it('GET /posts skips and repeats no unchanged post when others change between its pages', async () => {
  const records = await settledRecords();
  const stays = new Set(records.map(post => post.id));
  const coming = await makeComing(15);
  await fc.assert(
    fc.asyncProperty(filters, fewPages, async (filter, limit) => {
      const found = await walk(buildPath(filter, limit), () => disturb(coming));
      expect(new Set(found).size).toBe(found.length);
      expect(found.filter(id => stays.has(id))).toEqual(listNaively(records, names, filter));
    }),
    { numRuns: rounds(8, 50) },
  );
});

it('GET /posts lists every unchanged post in order while another client writes without pause', async () => {
  const records = await settledRecords();
  const stays = new Set(records.map(post => post.id));
  const coming = await makeComing(15);
  const writing = { isOver: false };
  const writer = (async () => {
    while (!writing.isOver) await disturb(coming);
  })();
  try {
    await fc.assert(
      fc.asyncProperty(filters, fewPages, async (filter, limit) => {
        const found = await walk(buildPath(filter, limit));
        expect(found.filter(id => stays.has(id))).toEqual(listNaively(records, names, filter));
      }),
      { numRuns: rounds(8, 40) },
    );
  } finally {
    writing.isOver = true;
    await writer;
  }
});
