import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { INDEX_AUTHOR, INDEX_POST } from '../../shared/platform/store/outbox/outbox-item.ts';
import { useApi, eventually } from '../support/api/api.ts';
import { makePost, ok } from '../support/resources/posts.ts';
import { byCursor } from '../support/api/walk.ts';
import { waiting } from '../support/table/outbox.ts';
import { randomFrom } from '../support/values/random.ts';
import { rounds } from '../support/run/rounds.ts';

const api = useApi();
const draw = randomFrom(11);
function among<T>(values: readonly T[]): T {
  return values[Math.floor(draw() * values.length)]!;
}

/** Few words, so that posts share them often; each in spellings that the search treats as equal. */
const SPELLINGS: Record<string, readonly string[]> = {
  cafe: ['café', 'CAFE', 'Cafe\u0301'],
  strasse: ['Straße', 'strasse'],
  old: ['old', 'Old'],
  bridge: ['bridge', 'BRIDGE,'],
  town: ['town', '(town)'],
  ελλαδα: ['Ελλάδα', 'ΕΛΛΑΔΑ'],
};
const WORDS = Object.keys(SPELLINGS);
const TAGS = ['blue', 'green'];
const POSTS = rounds(40, 90);
const RUNS = rounds(20, 80);
const FIRST_TS = 1_700_000_000;

interface Model {
  id: number;
  created_ts: number;
  published: boolean;
  /** The words of each text field. */
  texts: string[][];
  tags: string[];
}
const models: Model[] = [];

function someWords(most: number): string[] {
  return Array.from({ length: Math.floor(draw() * (most + 1)) }, () => among(WORDS));
}

function spelled(words: readonly string[]): string {
  return words.map(word => among(SPELLINGS[word]!)).join(' ');
}

function randomTexts(): { texts: string[][]; tags: string[]; fields: object } {
  const texts = [['post', ...someWords(2)], someWords(2), someWords(8)];
  const tags = TAGS.filter(() => draw() < 0.4);
  const [headline = [], subheadline = [], body = []] = texts;
  const fields = {
    headline: `Post ${spelled(headline.slice(1))}`,
    subheadline: spelled(subheadline),
    body: `<p>${body.map(word => `<i>${spelled([word])}</i>`).join('\n')}</p>`,
    tags,
  };
  return { texts: [...texts, ...tags.map(tag => [tag])], tags, fields };
}

async function makeRandom(): Promise<void> {
  const { texts, tags, fields } = randomTexts();
  const created_ts = FIRST_TS + Math.floor(draw() * 20);
  const { id } = await makePost(api, { ...fields, created_ts });
  models.push({ id, created_ts, published: true, texts, tags });
}

/** Edits, re-dates, removes or restores a post at random. */
async function change(model: Model): Promise<void> {
  const fate = draw();
  if (!model.published) {
    await ok(api.put(`/posts/${model.id}`, { action: 'restore' }));
    model.published = true;
  } else if (fate < 0.25) {
    await ok(api.delete(`/posts/${model.id}`));
    model.published = false;
  } else {
    const { texts, tags, fields } = randomTexts();
    const created_ts = fate < 0.5 ? FIRST_TS + Math.floor(draw() * 20) : model.created_ts;
    await ok(api.put(`/posts/${model.id}`, { ...fields, created_ts }));
    Object.assign(model, { texts, tags, created_ts });
  }
}

function indexed() {
  return eventually(
    () => waiting(INDEX_POST, INDEX_AUTHOR),
    items => items.length === 0,
  );
}

beforeAll(async () => {
  for (let count = 0; count < POSTS; count++) await makeRandom();
  for (let count = 0; count < POSTS / 2; count++) await change(among(models));
  await indexed();
});

interface Query {
  words: string[];
  phrases: string[][];
  tag: string | undefined;
  oldest: boolean;
}

const word = fc.constantFrom(...WORDS, 'post', 'blue', 'unknown');
const queries: fc.Arbitrary<Query> = fc
  .record({
    words: fc.array(word, { maxLength: 3 }),
    phrases: fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
    tag: fc.option(fc.constantFrom(...TAGS), { nil: undefined }),
    oldest: fc.boolean(),
  })
  .filter(({ words, phrases }) => words.length + phrases.length > 0);

function holds(text: readonly string[], phrase: readonly string[]): boolean {
  return text.some((_, start) => phrase.every((wanted, index) => text[start + index] === wanted));
}

function listNaively({ words, phrases, tag, oldest }: Query): number[] {
  const all = [...words.map(wanted => [wanted]), ...phrases];
  const found = models
    .filter(({ published }) => published)
    .filter(({ tags }) => tag === undefined || tags.includes(tag))
    .filter(({ texts }) => all.every(phrase => texts.some(text => holds(text, phrase))))
    .sort((a, b) => b.created_ts - a.created_ts || b.id - a.id)
    .map(({ id }) => id);
  return oldest ? found.reverse() : found;
}

function toPhrase({ words, phrases }: Query): string {
  return [...phrases.map(phrase => `"${phrase.join(' ')}"`), ...words].join(' ');
}

async function search(query: Query, limit: number): Promise<number[]> {
  const posts = await byCursor(api, '/posts', {
    phrase: toPhrase(query),
    limit,
    include_fields: 'id',
    ...(query.tag !== undefined && { tags: query.tag }),
    ...(query.oldest && { order: 'oldest' }),
  });
  return posts.map(({ id }: { id: number }) => id);
}

it('search finds the posts that a scan of every text finds', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(queries, fc.integer({ min: 1, max: 30 }), async (query, limit) => {
      const expected = listNaively(query);
      found += expected.length;
      expect(await search(query, limit)).toEqual(expected);
      if (query.tag !== undefined || query.oldest) return;
      const path = { phrase: toPhrase(query), limit: 100, include_fields: 'id' };
      const { body } = await api.get('/posts/search', { query: path });
      expect(body.map(({ id }: { id: number }) => id)).toEqual(expected);
    }),
    { numRuns: RUNS },
  );
  expect(found / RUNS, 'enough posts in the answers').toBeGreaterThan(POSTS / 30);
});

it('search finds the posts that a scan finds after each random change', async () => {
  await fc.assert(
    fc.asyncProperty(queries, async query => {
      await Promise.all([...new Set([among(models), among(models), among(models)])].map(change));
      await indexed();
      expect(await search(query, 100)).toEqual(listNaively(query));
    }),
    { numRuns: rounds(8, 40), endOnFailure: true },
  );
});
