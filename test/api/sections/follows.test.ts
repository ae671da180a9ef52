import { beforeAll, describe, expect, it } from 'vitest';
import { toFollow } from '../../../shared/taxonomy/follows/follow.ts';
import { createRelation } from '../../../shared/platform/store/records/relation.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { times } from '../../support/values/times.ts';
import { EVERYWHERE_S, eventually, useApi } from '../../support/api/api.ts';
import { makeSection, readNext, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { sabotaged } from '../../support/api/sabotage.ts';
import { advanceClock } from '../../support/time/clock.ts';
import { rounds } from '../../support/run/rounds.ts';

const api = useApi({ features: { publicRead: true } });
const UNKNOWN = 12_345;
const HOME = 0;

async function makeAuthor(): Promise<number> {
  return (await ok(api.post('/api/1.1/authors', { first_name: 'Reader', role: 'Reader' }))).id;
}

function path(author: number | string, section: number | string): string {
  return `/follows/${author}/section/${section}`;
}

function idsIn(records: { id: number }[]): number[] {
  return records.map(({ id }) => id);
}

async function followed(author: number): Promise<number[]> {
  return idsIn(await ok(api.get(`/follows/${author}/sections`)));
}

async function followers(section: number): Promise<number[]> {
  return idsIn(await ok(api.get(`/follows/sections/${section}`)));
}

let admin: number;
beforeAll(() => {
  admin = api.stack.adminAuthorId;
});

describe('PUT /follows/<author_id>/section/<section_id>', () => {
  it('follows the section and returns all followed sections in the form and order of section lists', async () => {
    const author = await makeAuthor();
    const [first, second] = [await makeSection(api), await makeSection(api, { status: 1 })];
    expect(await ok(api.put(path(author, second.id)))).toEqual([second]);
    const reply = await api.put(path(author, first.id));
    expect(reply).toMatchObject({ status: 200, body: [first, second] });
    expect(reply.headers.get('x-total-count')).toBe('2');
    expect(await ok(api.get(`/follows/${author}/sections`))).toEqual([first, second]);
    expect(await followers(first.id)).toEqual([author]);
  });

  it('changes nothing when the author follows the section already', async () => {
    const author = await makeAuthor();
    const section = await makeSection(api);
    await createRelation(toFollow(author, section.id), 1_500_000_000);
    const later = await makeAuthor();
    await createRelation(toFollow(later, section.id), 1_600_000_000);
    expect(idsIn(await ok(api.put(path(author, section.id))))).toEqual([section.id]);
    expect(await followers(section.id)).toEqual([later, author]);
  });

  it('follows the front page, which comes first in the list', async () => {
    const author = await makeAuthor();
    const section = await makeSection(api);
    await ok(api.put(path(author, section.id)));
    const [home, other] = await ok(api.put(path(author, HOME)));
    expect(home).toEqual(await ok(api.get('/sections/0')));
    expect(other).toEqual(section);
    expect(await followers(HOME)).toEqual([author]);
  });

  it('returns 404 for an unknown author or section and 400 for an invalid id', async () => {
    const section = await makeSection(api);
    for (const method of ['PUT', 'DELETE']) {
      const unknownSection = `There is no section with the id ${UNKNOWN}`;
      expectRefused(await api.send(method, path(admin, UNKNOWN)), 404, 'not_found', unknownSection);
      const unknownAuthor = `There is no author with the id ${UNKNOWN}`;
      expectRefused(await api.send(method, path(UNKNOWN, section.id)), 404, 'not_found', unknownAuthor);
      const wrong = await api.send(method, path('me', '-1'));
      expectRefused(wrong, 400, 'invalid_input', /^author_id: /, /^section_id: /);
    }
    expect(await followed(admin)).toEqual([]);
  });

  it('returns 405 for other methods', async () => {
    const section = await makeSection(api);
    expectRefused(await api.post(path(admin, section.id)), 405, 'method_not_allowed');
    expectRefused(await api.get(path(admin, section.id)), 405, 'method_not_allowed');
  });
});

describe('DELETE /follows/<author_id>/section/<section_id>', () => {
  it('unfollows and returns the remaining sections, also when it is repeated', async () => {
    const author = await makeAuthor();
    const [kept, left] = [await makeSection(api), await makeSection(api)];
    for (const { id } of [kept, left]) await ok(api.put(path(author, id)));
    for (let round = 0; round < 2; round++) {
      expect(await api.delete(path(author, left.id))).toMatchObject({ status: 200, body: [kept] });
      expect(await followers(left.id)).toEqual([]);
    }
    expect(await followed(author)).toEqual([kept.id]);
  });
});

describe('GET /follows/sections/<section_id>', () => {
  it('lists authors with all fields, latest follower first, page by page', async () => {
    const section = await makeSection(api);
    const authors: number[] = [];
    for (let index = 0; index < 5; index++) {
      authors.unshift(await makeAuthor());
      await createRelation(toFollow(authors[0]!, section.id), 1_700_000_000 + index);
    }
    const [first] = await ok(api.get(`/follows/sections/${section.id}`));
    expect(first).toEqual(await ok(api.get(`/api/1.1/authors/${authors[0]}`)));

    const pages: number[][] = [];
    for (let next: string | undefined = `/follows/sections/${section.id}?limit=2`; next !== undefined;) {
      const reply = await api.get(next);
      pages.push(idsIn(reply.body));
      next = readNext(reply);
    }
    expect(pages).toEqual([authors.slice(0, 2), authors.slice(2, 4), authors.slice(4)]);
  });

  it('accepts a limit from 1 to 1,000', async () => {
    const { id } = await makeSection(api);
    expect(await ok(api.get(`/follows/sections/${id}`, { query: { limit: 1000 } }))).toEqual([]);
    for (const limit of [0, 1001, 'x']) {
      const reply = await api.get(`/follows/sections/${id}`, { query: { limit } });
      expectRefused(reply, 400, 'invalid_input', 'limit: must be an integer from 1 to 1000');
    }
  });

  it('returns 404 for an unknown section and 400 for an invalid id', async () => {
    expectRefused(await api.get(`/follows/sections/${UNKNOWN}`), 404, 'not_found');
    expectRefused(await api.get('/follows/sections/all'), 400, 'invalid_input', /^section_id: /);
  });
});

describe('GET /follows/<author_id>/sections', () => {
  it('returns an empty list for an author without follows and 404 for an unknown author', async () => {
    expect(await followed(await makeAuthor())).toEqual([]);
    expectRefused(await api.get(`/follows/${UNKNOWN}/sections`), 404, 'not_found');
    expectRefused(await api.get('/follows/me/sections'), 400, 'invalid_input', /^author_id: /);
  });
});

describe('permissions for follows', () => {
  it('lets a key without write_draft follow for its own author only', async () => {
    const { key, authorId } = await api.makeKey('Community User');
    const { id } = await makeSection(api);
    expect(idsIn(await ok(api.put(path(authorId, id), undefined, { key })))).toEqual([id]);
    expect(await ok(api.delete(path(authorId, id), { key }))).toEqual([]);
    for (const method of ['PUT', 'DELETE']) {
      const reply = await api.send(method, path(admin, id), { key });
      expectRefused(reply, 403, 'forbidden', 'This key likes and follows for its own author only');
    }
  });

  it('lets a key with write_draft follow for any author', async () => {
    const { key } = await api.makeKey('Guest Writer');
    const [author, section] = [await makeAuthor(), await makeSection(api)];
    await ok(api.put(path(author, section.id), undefined, { key }));
    expect(await followed(author)).toEqual([section.id]);
  });

  it('requires read to list follows and engage to change them', async () => {
    for (const list of [`/follows/${admin}/sections`, '/follows/sections/0'])
      expectRefused(await api.get(list, { key: null }), 401, 'api_key_missing');
    const { key } = await api.makeKey('Reader', { permissions: ['read'] });
    await ok(api.get(`/follows/${admin}/sections`, { key }));
    const reply = await api.put(path(admin, HOME), undefined, { key });
    expectRefused(reply, 403, 'forbidden', 'This needs the permission engage');
  });
});

describe('follows of a deleted section', () => {
  it('hides the deleted section and keeps the others', async () => {
    const author = await makeAuthor();
    const [kept, gone] = [await makeSection(api), await makeSection(api)];
    for (const { id } of [kept, gone]) await ok(api.put(path(author, id)));
    await ok(api.delete(`/sections/${gone.id}`));
    expect(await followed(author)).toEqual([kept.id]);
    const again = async () => idsIn(await ok(api.put(path(author, kept.id))));
    advanceClock(EVERYWHERE_S);
    await eventually(again, ids => JSON.stringify(ids) === JSON.stringify([kept.id]));
    expect((await api.get(`/follows/sections/${gone.id}`)).status).toBe(404);
    expect((await api.delete(path(author, gone.id))).status).toBe(404);
  });
});

describe('simultaneous follows', () => {
  it('keeps the follow of each of many authors who follow one section at the same time', async () => {
    const { id } = await makeSection(api);
    const authors = await Promise.all(times(rounds(20, 50), makeAuthor));
    await Promise.all(authors.map(author => ok(api.put(path(author, id)))));
    expect((await followers(id)).sort((a, b) => a - b)).toEqual(authors.sort((a, b) => a - b));
  });

  it('stores one follow when an author follows a section 20 times at once', async () => {
    const [author, section] = [await makeAuthor(), await makeSection(api)];
    const answers = await Promise.all(times(20, () => ok(api.put(path(author, section.id)))));
    expect(answers.map(idsIn)).toEqual(times(20, () => [section.id]));
    expect(await followers(section.id)).toEqual([author]);
  });

  it('keeps both directions consistent when authors follow and unfollow at the same time', async () => {
    const authors = await Promise.all(times(4, makeAuthor));
    const { id } = await makeSection(api);
    const ask = (author: number, index: number) =>
      ok(index % 2 === 0 ? api.put(path(author, id)) : api.delete(path(author, id)));
    await Promise.all(authors.flatMap(author => times(12, index => ask(author, index))));
    const following = await Promise.all(authors.map(async author => (await followed(author)).includes(id)));
    const listed = await followers(id);
    expect(authors.map(author => listed.includes(author))).toEqual(following);
    expect(new Set(listed).size).toBe(listed.length);
    await Promise.all(authors.map(author => ok(api.delete(path(author, id)))));
    expect(await followers(id)).toEqual([]);
  });
});

describe.skipIf(DEPLOYED)('a follow whose transaction fails', () => {
  it('stores nothing when it fails and both directions when it is repeated', async () => {
    const [author, section] = [await makeAuthor(), await makeSection(api)];
    const ask = () => api.put(path(author, section.id));
    expect((await sabotaged(new Error('no answer'), ask, ['TransactWriteItemsCommand'])).status).toBe(500);
    expect([await followed(author), await followers(section.id)]).toEqual([[], []]);
    await ok(ask());
    expect([await followed(author), await followers(section.id)]).toEqual([[section.id], [author]]);
  });
});
