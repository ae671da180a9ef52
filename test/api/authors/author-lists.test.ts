import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { makeUnique } from '../../support/values/unique.ts';

const api = useApi();
const AUTHORS = '/api/1.1/authors';

describe('GET /api/1.3/authors/search', () => {
  it('lists authors with all fields by descending id, ten by default', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => api.post(AUTHORS, {})));
    const { status, body } = await api.get('/authors/search');
    expect(status).toBe(200);
    expect(body).toHaveLength(10);
    const ids = body.map((author: { id: number }) => author.id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const newest = made.map(reply => reply.body).sort((a, b) => b.id - a.id);
    expect(body).toEqual(newest.slice(0, 10));
  });

  it('returns the same authors by offset and by cursor', async () => {
    const all: { id: number }[] = (await api.get('/authors/search', { query: { limit: 30 } })).body;
    const second = await api.get('/authors/search', { query: { offset: 3, limit: 3 } });
    expect(second.body).toEqual(all.slice(3, 6));
    const paged: unknown[] = [];
    let next: string | undefined = '/api/1.3/authors/search?limit=4';
    while (next !== undefined && paged.length < all.length) {
      const page = await api.get(next);
      paged.push(...page.body);
      next = /^<(.*)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(paged.slice(0, all.length)).toEqual(all);
  });

  it('sends no Link header after the last page', async () => {
    const { headers } = await api.get('/authors/search', { query: { limit: 30, offset: 10_000 } });
    expect(headers.get('link')).toBeNull();
  });

  it('returns 400 for an invalid offset, limit or cursor', async () => {
    expectRefused(
      await api.get('/authors/search', { query: { limit: 31, offset: -1, cursor: 'x'.repeat(201) } }),
      400,
      'invalid_input',
      'offset: must be an integer of at least 0',
      'limit: must be an integer from 1 to 30',
      'cursor: must have at most 200 characters',
    );
    expectRefused(
      await api.get('/authors/search', { query: { cursor: 'x' } }),
      400,
      'invalid_input',
      'cursor: is not a cursor of this list',
    );
  });
});

describe('GET /api/1.3/authors/email', () => {
  const find = (emails: string) => api.get('/authors/email', { query: { emails } });

  it('returns the authors in the order of the emails, without regard to case', async () => {
    const [a, b] = [`${makeUnique('a')}@example.com`, `${makeUnique('b')}+x@example.com`];
    const one = (await api.post(AUTHORS, { email: a })).body;
    const two = (await api.post(AUTHORS, { email: b })).body;
    expect((await find(`${b}, ${a.toUpperCase()},unknown@example.com,${b}`)).body).toEqual([two, one]);
    const repeated = `/api/1.3/authors/email?emails=${a}&emails=${encodeURIComponent(b)}`;
    expect((await api.get(repeated)).body).toEqual([one, two]);
  });

  it('returns an empty list when no author has the email', async () => {
    expect((await find('unknown@example.com')).body).toEqual([]);
    expect((await find('')).body).toEqual([]);
  });

  it('returns 400 for no emails and for more than 100', async () => {
    expectRefused(await api.get('/authors/email'), 400, 'invalid_input', 'emails: is required');
    const many = Array.from({ length: 101 }, (_, index) => `${index}@e.de`).join();
    expectRefused(await find(many), 400, 'invalid_input', 'emails: must have at most 100 entries');
  });
});

describe('GET /api/1.2/authors/name', () => {
  const find = (author_names: string) => api.get('/api/1.2/authors/name', { query: { author_names } });

  it('returns the authors under data in the order of the names, without regard to case', async () => {
    const one = (await api.post(AUTHORS, { name: makeUnique('one') })).body;
    const two = (await api.post(AUTHORS, { name: makeUnique('two') })).body;
    expect((await find(`${two.name.toUpperCase()},unknown, ${one.name}`)).body).toEqual({ data: [two, one] });
    expect((await find('unknown')).body).toEqual({ data: [] });
  });

  it('returns 400 without author_names', async () => {
    expectRefused(await api.get('/api/1.2/authors/name'), 400, 'invalid_input', 'author_names: is required');
  });
});

describe('look-ups by names and by emails', () => {
  it.each([
    ['/api/1.2/authors/name', 'author_names'],
    ['/api/1.3/authors/email', 'emails'],
  ])('returns 400 from %s when an entry is longer than 300 characters', async (path, parameter) => {
    const { status, body } = await api.get(path, { query: { [parameter]: `a,${'a'.repeat(2100)}` } });
    expect([status, body.status.messages]).toEqual([
      400,
      [`${parameter}: must have entries of at most 300 characters`],
    ]);
  });
});
