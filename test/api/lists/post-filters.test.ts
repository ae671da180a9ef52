import { beforeAll, describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { useApi } from '../../support/api/api.ts';
import {
  errorAnswer,
  fetchIds,
  makeDraft,
  makePost,
  makeSection,
  readNext,
  ok,
} from '../../support/resources/posts.ts';

const api = useApi();

const T = 1_700_000_000;
const DAY_S = 86_400;
let news: any;
let sport: any;
let hidden: any;
/** Ids of posts by name; a later letter is a later created_ts. */
const post: Record<string, number> = {};

async function publish(name: string, fields: object): Promise<void> {
  post[name] = (await makePost(api, { headline: name, ...fields })).id;
}

/** The names of the posts that a query finds, joined. */
async function named(query: string): Promise<string> {
  const names = Object.fromEntries(Object.entries(post).map(([name, id]) => [id, name]));
  return (await fetchIds(api, `/posts?limit=50&${query}`)).map(id => names[id] ?? '?').join('');
}

beforeAll(async () => {
  news = await makeSection(api, { title: 'Top News', url: 'news/top' });
  sport = await makeSection(api, { title: 'Sport', url: 'sport', tags: ['Match'] });
  hidden = await makeSection(api, { title: 'Hidden', url: 'hidden', status: 1 });
  await publish('a', { created_ts: T, updated_ts: T + 9000, sections: [news.id], tags: ['One'] });
  await publish('b', {
    created_ts: T + 1,
    updated_ts: T + 2000,
    sections: [news.id, sport.id],
    tags: ['two'],
  });
  await publish('c', { created_ts: T + 2, updated_ts: T + 8000, sections: ['Home'], tags: ['one', 'two'] });
  await publish('d', { created_ts: T + 3, updated_ts: T + 3, tags: ['match'], video: 'https://v.test/1' });
  await publish('e', { created_ts: T + 4, updated_ts: T + 4, sections: [hidden.id], type: 'recipe' });
  await publish('f', { created_ts: T + 4, updated_ts: T + 4, sections: [hidden.id, news.id] });
  await publish('g', { created_ts: nowTs() - 3 * DAY_S, updated_ts: T + 5, provider_post_id: 'wp,7' });
  await makeDraft(api, { created_ts: T + 1, sections: [news.id], tags: ['one'], provider_post_id: 'wp-8' });
});

describe('filters of GET /posts', () => {
  it.each([
    ['no parameter', '', 'gfedcba'],
    ['order newest', 'order=newest', 'gfedcba'],
    ['order oldest', 'order=oldest', 'abcdefg'],
    ['order updated', 'order=updated', 'acbgfed'],
    ['start_ts', `start_ts=${T + 3}`, 'gfed'],
    ['end_ts', `end_ts=${T + 3}`, 'dcba'],
    ['start_ts and end_ts, both inclusive', `start_ts=${T + 1}&end_ts=${T + 1}`, 'b'],
    ['an empty time range', `start_ts=${T + 2}&end_ts=${T + 1}`, ''],
    ['days', 'days=4', 'g'],
    ['fewer days', 'days=2', ''],
    ['days and start_ts', `days=36500&start_ts=${T + 4}`, 'gfe'],
    ['an explicit type', 'type=recipe', 'e'],
    ['a type by default', 'type=video', 'd'],
    ['tags, in any case', 'tags=ONE', 'ca'],
    ['any of several tags', 'tags=one, two', 'cba'],
    ['a repeated parameter', 'tags=one&tags=match', 'dca'],
    ['an unknown tag', 'tags=three', ''],
    ['an unknown tag with a known one', 'tags=three,two', 'cb'],
    ['a section by title', 'sections=top%20NEWS', 'fba'],
    ['a section by url', 'sections=news/top', 'fba'],
    ['a section of a tag', 'sections=sport', 'db'],
    ['several sections', 'sections=sport,hidden', 'fedb'],
    ['the front page by number', 'sections=0', 'c'],
    ['the front page by title', 'sections=home', 'c'],
    ['an unknown section', 'sections=nowhere', ''],
    ['an unknown section with a known one', 'sections=nowhere,home', 'c'],
    ['a section excluded', 'exclude_sections=news/top', 'gedc'],
    ['two sections excluded', 'exclude_sections=news/top,Hidden', 'gdc'],
    ['an unknown section excluded', 'exclude_sections=nowhere', 'gfedcba'],
    ['all of one section', 'all_sections=sport', 'db'],
    ['all of two sections', 'all_sections=sport,news/top', 'b'],
    ['all of sections of which one is unknown', 'all_sections=sport,nowhere', ''],
    ['a list without entries', 'sections=&tags=,', 'gfedcba'],
    ['exclude_private', 'exclude_private=1', 'gfdcba'],
    ['exclude_private switched off', 'exclude_private=false', 'gfedcba'],
    ['provider_post_id', 'provider_post_id=wp%2C7', 'g'],
    ['provider_post_id of a draft', 'provider_post_id=wp-8', ''],
    ['provider_post_id and its provider', 'provider_post_id=wp%2C7&provider_id=20', 'g'],
    ['provider_post_id of another provider', 'provider_post_id=wp%2C7&provider_id=21', ''],
    ["the API's provider", 'provider_id=20', 'gfedcba'],
    ['another provider', 'provider_id=7', ''],
    ['unknown parameters', 'color=red&author=1', 'gfedcba'],
  ])('lists the matching posts for %s', async (_what, query, expected) => {
    expect(await named(query)).toBe(expected);
  });

  it.each([
    ['sections=news/top&tags=two', 'b'],
    ['sections=news/top&exclude_sections=sport', 'fa'],
    ['sections=news/top&exclude_private=1&order=oldest', 'abf'],
    ['sections=news/top,home&tags=one&order=updated', 'ac'],
    ['sections=news/top,home&tags=one&order=updated&exclude_private=1', 'ac'],
    [`all_sections=hidden,news/top&start_ts=${T + 4}&type=page`, 'f'],
    [`tags=one,two,match&exclude_sections=0&end_ts=${T + 2}`, 'ba'],
    [`order=updated&start_ts=${T + 1}&end_ts=${T + 3}`, 'cbd'],
    ['type=video&sections=news/top', ''],
    ['provider_post_id=wp%2C7&tags=one', ''],
  ])('combines filters with AND: %s', async (query, expected) => {
    expect(await named(query)).toBe(expected);
  });

  it('accepts sections by id', async () => {
    expect(await named(`sections=${news.id},${sport.id}`)).toBe('fdba');
    expect(await named(`all_sections=${news.id},${hidden.id}`)).toBe('f');
    expect(await named(`exclude_sections=${news.id}`)).toBe('gedc');
  });

  it('answers only the chosen fields of the matching posts', async () => {
    const [first] = await ok(api.get('/posts?type=recipe&include_fields=id,type,body&exclude_fields=body'));
    expect(first).toEqual({ id: post.e, type: 'recipe' });
  });

  it.each(['newest', 'oldest', 'updated'])(
    'gives the same pages by cursor and by offset in the order %s',
    async order => {
      const query = `order=${order}&exclude_sections=sport&exclude_private=1`;
      const whole = await fetchIds(api, `/posts?limit=50&${query}`);
      const paged: number[] = [];
      let path: string | undefined = `/api/1.3/posts?limit=2&offset=1&${query}`;
      while (path !== undefined) {
        const reply = await api.get(path);
        expect(reply.body.length).toBeGreaterThan(0);
        paged.push(...reply.body.map((found: any) => found.id));
        path = readNext(reply);
      }
      expect(paged).toEqual(whole.slice(1));
      expect(await fetchIds(api, `/posts?limit=2&offset=2&${query}`)).toEqual(whole.slice(2, 4));
    },
  );

  it('refuses a cursor of a list with other filters', async () => {
    const next = readNext(await api.get('/posts?limit=1&tags=one'))!;
    const reply = await api.get(next.replace('tags=one', 'tags=two'));
    expect(reply).toMatchObject({
      status: 400,
      body: errorAnswer('invalid_input', 'cursor: is not a cursor of this list'),
    });
  });
});

describe('GET /posts?removed=1', () => {
  it('adds the removed posts that match the other filters', async () => {
    const of = { created_ts: T - 5, updated_ts: T - 5 };
    const made = await makePost(api, { ...of, sections: [news.id], tags: ['one'], type: 'event' });
    const other = await makePost(api, { ...of, sections: [sport.id] });
    for (const { id } of [made, other]) await ok(api.delete(`/posts/${id}`));
    const { a } = post;
    expect(await fetchIds(api, `/posts?removed=1&end_ts=${T}`)).toEqual([a, other.id, made.id]);
    expect(await fetchIds(api, `/posts?removed=1&end_ts=${T}&order=updated`)).toEqual([a, other.id, made.id]);
    for (const query of ['sections=news/top', 'tags=one', 'exclude_sections=sport', 'tags=one&order=updated'])
      expect(await fetchIds(api, `/posts?removed=1&end_ts=${T}&${query}`)).toEqual([a, made.id]);
    expect(await fetchIds(api, '/posts?removed=1&type=event')).toEqual([made.id]);
    expect(await fetchIds(api, '/posts?type=event')).toEqual([]);
  });
});

describe('invalid filter of GET /posts', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`).join(',');
  it.each([
    ['offset', '-1', 'must be an integer of at least 0'],
    ['offset', '10001', 'must be at most 10000; page further with the cursor of the Link header'],
    ['limit', '0', 'must be an integer from 1 to 100'],
    ['limit', '101', 'must be an integer from 1 to 100'],
    ['order', 'random', 'must be one of newest, oldest, updated'],
    ['order', '', 'must be one of newest, oldest, updated'],
    ['provider_id', 'x', 'must be an integer from 0 to 2^53-1'],
    ['provider_id', '-1', 'must be an integer from 0 to 2^53-1'],
    ['provider_post_id', '', 'must not be empty'],
    ['provider_post_id', 'x'.repeat(301), 'must have at most 300 characters'],
    ['sections', many(51), 'must have at most 50 entries'],
    ['exclude_sections', many(51), 'must have at most 50 entries'],
    ['all_sections', many(21), 'must have at most 20 entries'],
    ['sections', 'x'.repeat(501), 'must have entries of at most 500 characters'],
    ['tags', many(51), 'must have at most 50 entries'],
    ['tags', 'x'.repeat(201), 'must have entries of at most 200 characters'],
    ['type', 'poem', 'must be one of page, image, video, product, event, place, recipe'],
    ['type', '', 'must be one of page, image, video, product, event, place, recipe'],
    ['start_ts', 'yesterday', 'must be an integer'],
    ['start_ts', '1.5', 'must be an integer'],
    ['start_ts', '99999999999', 'must lie within 100 years of now'],
    ['end_ts', '', 'must be an integer'],
    ['end_ts', '99999999999', 'must lie within 100 years of now'],
    ['days', '0', 'must be an integer from 1 to 36500'],
    ['days', '1.5', 'must be an integer from 1 to 36500'],
    ['days', '36501', 'must be an integer from 1 to 36500'],
    ['days', 'week', 'must be an integer from 1 to 36500'],
    ['exclude_private', 'yes', 'must be 0, 1, true or false'],
    ['removed', '2', 'must be 0, 1, true or false'],
    ['cursor', 'x', 'is not a cursor of this list'],
  ])('names the parameter %s when it refuses the value %j', async (name, value, message) => {
    const reply = await api.get('/posts', { query: { [name]: value } });
    expect(reply).toMatchObject({ status: 400, body: errorAnswer('invalid_input', `${name}: ${message}`) });
  });

  it('reports all invalid parameters at once', async () => {
    const reply = await api.get('/posts?order=x&days=0&type=poem&limit=0');
    const names = reply.body.status.messages.map((message: string) => message.split(':')[0]);
    expect(names.sort()).toEqual(['days', 'limit', 'order', 'type']);
  });

  it('accepts lists with the maximum number of entries', async () => {
    const query = { sections: many(50), tags: many(50), exclude_sections: many(50), all_sections: many(20) };
    expect(await ok(api.get('/posts', { query }))).toEqual([]);
  });
});

describe('GET /posts/tag', () => {
  it('leaves out posts with an excluded tag', async () => {
    expect(await fetchIds(api, '/posts/tag?tag=one')).toEqual([post.c, post.a]);
    expect(await fetchIds(api, '/posts/tag?tag=one&exclude_tags=TWO')).toEqual([post.a]);
    expect(await fetchIds(api, '/posts/tag?tag=one&exclude_tags=three,two')).toEqual([post.a]);
    expect(await fetchIds(api, '/posts/tag?tag=one&exclude_tags=one')).toEqual([]);
  });

  it('refuses too many excluded tags', async () => {
    const query = { tag: 'one', exclude_tags: 'x,'.repeat(51) };
    expect(await api.get('/posts/tag', { query })).toMatchObject({
      status: 400,
      body: errorAnswer('invalid_input', 'exclude_tags: must have at most 50 entries'),
    });
  });
});

describe('change of a listed post', () => {
  it('moves the post between the filtered lists at once', async () => {
    const { id } = await makePost(api, { tags: ['moving'], created_ts: T });
    const has = async (query: string) => (await fetchIds(api, `/posts?tags=moving&${query}`)).includes(id);
    expect(await has('type=page')).toBe(true);
    await ok(api.put(`/posts/${id}`, { video: 'https://v.test/2' }));
    expect(await has('type=page')).toBe(false);
    expect(await has('type=video')).toBe(true);
    await ok(api.put(`/posts/${id}`, { created_ts: T + 7, prevent_modifying_updated_ts: 1 }));
    expect(await has(`start_ts=${T + 7}&order=updated`)).toBe(true);
    expect(await has(`end_ts=${T + 6}&order=updated`)).toBe(false);
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    for (const query of ['', 'order=updated', 'type=video', 'removed=1'])
      expect(await has(query)).toBe(false);
  });

  it('moves an updated post to the front of order=updated', async () => {
    await ok(api.put(`/posts/${post.d}`, { headline: 'd, corrected' }));
    expect((await fetchIds(api, '/posts?order=updated'))[0]).toBe(post.d);
  });
});
