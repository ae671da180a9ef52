import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InvalidInput } from '../../../../shared/platform/core/errors.ts';
import { makePosition } from '../../../../shared/platform/values/position.ts';
import { configureSite, parseSite } from '../../../../shared/platform/site/site.ts';
import { cursorFor, nextLink, positionFrom } from '../../../../shared/platform/http/cursor.ts';
import { httpEvent } from '../../../support/web/event.ts';

const position = makePosition(1_790_000_000, 42);
const list = httpEvent({ path: '/api/1.3/posts/tag', query: 'tag=a&limit=10' });
let cursor = '';
beforeEach(() => {
  cursor = cursorFor(position, list);
});

describe('cursorFor() and positionFrom()', () => {
  afterEach(() => configureSite(parseSite({})));

  it('return the position that the cursor was made from', () => {
    expect(positionFrom(cursor, list)).toBe(position);
    expect(cursor).toMatch(/^[\w-]+$/);
  });

  it.each([
    'tag=a',
    'limit=3&tag=a',
    'tag=a&offset=5&api_key=k&include_fields=id&exclude_fields=body',
    'tag=a&cursor=x&count=1&thumbnail_sizes=1',
  ])('accept a cursor for the same list requested with %s', query => {
    expect(positionFrom(cursor, httpEvent({ path: list.rawPath, query }))).toBe(position);
  });

  it('accept a cursor for the same lists written with brackets', () => {
    const [plain, brackets] = ['tags=a&tags=b', 'tags[]=a&tags%5B%5D=b&include_fields[]=id'];
    const made = cursorFor(position, httpEvent({ query: plain }));
    expect(positionFrom(made, httpEvent({ query: brackets }))).toBe(position);
  });

  it('accept a cursor for the same filters in another order', () => {
    const [one, other] = ['tag=a&author=b', 'author=b&tag=a'].map(query => httpEvent({ query }));
    expect(positionFrom(cursorFor(position, one!), other!)).toBe(position);
  });

  it.each([
    ['another tag', { path: list.rawPath, query: 'tag=b' }],
    ['one more filter', { path: list.rawPath, query: 'tag=a&exclude_tags=b' }],
    ['another list', { path: '/api/1.3/posts/section', query: 'tag=a' }],
  ])('refuse a cursor for %s', (_what, request) => {
    expect(() => positionFrom(cursor, httpEvent(request))).toThrow('cursor: is not a cursor of this list');
  });

  it('refuse a cursor of another site', () => {
    configureSite(parseSite({ siteId: 2 }));
    expect(() => positionFrom(cursor, list)).toThrow(InvalidInput);
  });

  it('refuse a cursor with any byte changed', () => {
    const bytes = Buffer.from(cursor, 'base64url');
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => positionFrom(changed.toString('base64url'), list)).toThrow(InvalidInput);
    }
  });

  it.each(['', '.', 'x', '%00', 'a'.repeat(200), '🙂', Buffer.from('a.b.c').toString('base64url')])(
    'refuse the cursor %j',
    text => {
      expect(() => positionFrom(text, list)).toThrow(InvalidInput);
    },
  );
});

describe('nextLink()', () => {
  it('repeats the filters and the limit, without API key and offset', () => {
    const event = httpEvent({ path: list.rawPath, query: 'tag=a%26b&limit=2&offset=4&api_key=secret' });
    const link = nextLink(position, event);
    const [, address = ''] = /^<(.*)>; rel="next"$/.exec(link) ?? [];
    const url = new URL(address, 'http://site');
    expect(url.pathname).toBe(list.rawPath);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      tag: 'a&b',
      limit: '2',
      cursor: cursorFor(position, event),
    });
    expect(link).not.toContain('secret');
  });

  it('contains the rest of an offset', () => {
    const event = httpEvent({ path: list.rawPath, query: 'tag=a&offset=400' });
    expect(nextLink(position, event, 150)).toContain('&offset=150&');
    expect(nextLink(position, event, 0)).not.toContain('offset');
  });

  it('replaces the cursor of the current page', () => {
    const link = nextLink(position, httpEvent({ path: list.rawPath, query: `tag=a&cursor=${cursor}` }));
    expect(link.match(/cursor=/g)).toHaveLength(1);
  });
});
