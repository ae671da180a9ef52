import { describe, expect, it } from 'vitest';
import { parseQuery, withPlainHeaders } from '../../../../shared/platform/http/event.ts';
import { httpEvent } from '../../../support/web/event.ts';

describe('parseQuery()', () => {
  it.each([
    ['', {}],
    ['a=1&b=x%20y&c', { a: '1', b: 'x y', c: '' }],
    ['a=1&a=2&a=3', { a: '1,2,3' }],
    ['a[]=1&a[]=2', { a: '1,2' }],
    ['a%5B%5D=1&a%5B%5D=2&b=3', { a: '1,2', b: '3' }],
    ['a[0]=1&a[1]=2&a=3', { a: '1,2,3' }],
    ['a[x]=1&[]=2&b[][]=3&c[1=4', { 'a[x]': '1', '[]': '2', 'b[][]': '3', 'c[1': '4' }],
    ['a=+&b=%2B', { a: ' ', b: '+' }],
    ['a=%E0%A4%A&b=%', { a: '\ufffd%A', b: '%' }],
  ])('parses %j as %j', (query, parsed) => {
    expect(parseQuery(httpEvent({ query }))).toEqual(parsed);
  });

  it('keeps names such as __proto__ as ordinary properties', () => {
    const query = parseQuery(httpEvent({ query: '__proto__=x&__proto__=y&constructor=z' }));
    expect(Object.entries(query)).toEqual([
      ['__proto__', 'x,y'],
      ['constructor', 'z'],
    ]);
    expect(Object.getPrototypeOf(query)).toBe(Object.prototype);
  });
});

it('withPlainHeaders() converts header names to lower case and keeps the rest of the event', () => {
  const event = httpEvent({ method: 'POST', headers: { 'X-SvcAuth': 'Key', accept: '*/*' }, body: '{}' });
  expect(withPlainHeaders(event)).toEqual({ ...event, headers: { 'x-svcauth': 'Key', accept: '*/*' } });
});
