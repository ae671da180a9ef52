import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ANONYMOUS } from '../../../../shared/platform/http/caller.ts';
import type { AnyEndpoint } from '../../../../shared/platform/http/endpoint.ts';
import { cursorIn, parseInput } from '../../../../shared/platform/http/input.ts';
import { IdPath, pageFields } from '../../../../shared/platform/http/query.ts';
import { httpEvent } from '../../../support/web/event.ts';

const ENDPOINT = {
  path: IdPath,
  query: v.object(pageFields(10, 30)),
  body: v.object({ headline: v.string() }),
} as unknown as AnyEndpoint;
const KNOWN = { ...ANONYMOUS, keyId: 1 };
const VALID = { parameters: { id: '7' }, query: 'limit=5&api_key=k', body: { headline: 'a' } };
const STRICT = { headers: { prefer: 'handling=strict' } };

/** The error of a request to an endpoint. */
function catchError(request: Parameters<typeof httpEvent>[0], endpoint = ENDPOINT): unknown {
  try {
    return parseInput(endpoint, { ...httpEvent(request), caller: KNOWN });
  } catch (error) {
    return error;
  }
}

describe('parseInput()', () => {
  it('returns the parsed path, query and body', () => {
    const input = { path: { id: 7 }, query: { limit: 5, offset: 0 }, body: { headline: 'a' } };
    expect(parseInput(ENDPOINT, httpEvent(VALID))).toEqual(input);
    expect(parseInput(ENDPOINT, httpEvent({ ...VALID, ...STRICT }))).toEqual(input);
  });

  it('returns nothing where the endpoint has no schema', () => {
    expect(parseInput({} as AnyEndpoint, httpEvent(VALID))).toEqual({});
  });

  it('treats absent path parameters as an empty object', () => {
    const { pathParameters: _none, ...event } = httpEvent(VALID);
    expect(() => parseInput(ENDPOINT, event)).toThrow('id: is required');
  });

  it('throws the faults of all three together', () => {
    expect(catchError({ parameters: { id: 'x' }, query: 'limit=0', body: {} })).toMatchObject({
      status: 400,
      messages: [
        'id: must be an integer from 0 to 2^53-1',
        'limit: must be an integer from 1 to 30',
        'headline: is required',
      ],
    });
  });

  it('throws unknown fields of a strict request, with all other faults', () => {
    const unknown = { ...VALID, query: 'limits=1&limit=x', body: { headline: 'a', headlin: 'b' } };
    expect(catchError(unknown)).toMatchObject({ messages: ['limit: must be an integer from 1 to 30'] });
    expect(catchError({ ...unknown, ...STRICT })).toMatchObject({
      messages: [
        'limit: must be an integer from 1 to 30',
        'limits: is not a known query parameter',
        'headlin: is not a known field',
      ],
    });
  });

  it('throws unknown parameters of a strict request to an endpoint without a query', () => {
    const none = {} as AnyEndpoint;
    expect(catchError({ query: 'a=1&api_key=k', body: { b: 1 }, ...STRICT }, none)).toMatchObject({
      messages: ['a: is not a known query parameter'],
    });
  });

  it('counts the unknown fields that it does not list', () => {
    const body = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, 1]));
    const { messages } = catchError({ ...VALID, body: { ...body, headline: 'a' }, ...STRICT }) as {
      messages: string[];
    };
    expect([messages.length, messages.at(-1)]).toEqual([21, 'and 10 more']);
  });
});

describe('parseInput() of an offset', () => {
  const parse = (query: string, caller = ANONYMOUS) =>
    parseInput(ENDPOINT, { ...httpEvent({ ...VALID, query }), caller }).query;

  it('limits it to 1000 for a caller without an API key', () => {
    expect(parse('offset=1000')).toEqual({ offset: 1000, limit: 10 });
    expect(() => parse('offset=1001')).toThrow(
      'offset: must be at most 1000 without an API key; page further with the cursor of the Link header',
    );
    expect(parse('offset=1001', KNOWN)).toMatchObject({ offset: 1001 });
  });

  it('reports only other faults of a query that is invalid', () => {
    expect(() => parse('offset=x')).toThrow('offset: must be an integer of at least 0');
  });

  it('accepts an endpoint without an offset', () => {
    const event = { ...httpEvent({}), caller: ANONYMOUS };
    expect(parseInput({ query: v.object({}) } as unknown as AnyEndpoint, event).query).toEqual({});
    expect(parseInput({} as AnyEndpoint, event).query).toBeUndefined();
  });
});

it('cursorIn() returns the cursor of a query, if it has one', () => {
  expect(cursorIn({ cursor: 'c', limit: 5 })).toBe('c');
  expect([cursorIn({ limit: 5 }), cursorIn(undefined)]).toEqual([undefined, undefined]);
});
