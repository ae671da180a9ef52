import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Conflict, TooLarge } from '../../../shared/core/errors.ts';
import {
  acceptsGzip as doesAcceptGzip,
  entityTag,
  errorBody,
  fitResult,
  noneMatch,
} from '../../../shared/http/answer.ts';
import { httpEvent } from '../../support/event.ts';

const MB = 1_000_000;
const acceptsGzip = { headers: { 'accept-encoding': 'br, gzip' } };
function resultOf(body: string) {
  return { statusCode: 200, headers: {}, body, isBase64Encoded: false };
}

function utf8(value: unknown) {
  return Buffer.byteLength(JSON.stringify(value));
}

describe('fitResult()', () => {
  it('returns a small answer unchanged', async () => {
    const result = resultOf('{"id":1}');
    expect(await fitResult(httpEvent(acceptsGzip), result)).toBe(result);
  });

  it('returns a large answer within the limit unchanged', async () => {
    const result = resultOf(JSON.stringify('a'.repeat(5.9 * MB)));
    expect(await fitResult(httpEvent(acceptsGzip), result)).toBe(result);
  });

  it('counts UTF-8 bytes instead of characters', async () => {
    const result = resultOf(JSON.stringify('漢'.repeat(2.5 * MB)));
    await expect(fitResult(httpEvent(), result)).rejects.toThrow(TooLarge);
  });

  it('sends base64 when only escaping takes the answer over the limit', async () => {
    const body = JSON.stringify('"'.repeat(2 * MB));
    const fitted = await fitResult(httpEvent(), resultOf(body));
    expect(fitted.isBase64Encoded).toBe(true);
    expect(Buffer.from(fitted.body, 'base64').toString()).toBe(body);
    expect(utf8(fitted)).toBeLessThan(6 * MB);
  });

  it('compresses a large answer for a client that accepts gzip', async () => {
    const body = JSON.stringify('a'.repeat(9 * MB));
    const fitted = await fitResult(httpEvent(acceptsGzip), { ...resultOf(body), headers: { etag: '"1"' } });
    expect(fitted).toMatchObject({
      statusCode: 200,
      headers: { etag: '"1"', 'content-encoding': 'gzip', vary: 'accept-encoding' },
      isBase64Encoded: true,
    });
    expect(gunzipSync(Buffer.from(fitted.body, 'base64')).toString()).toBe(body);
  });

  it('adds accept-encoding to the headers by which the answer varies', async () => {
    const result = { ...resultOf(JSON.stringify('a'.repeat(9 * MB))), headers: { vary: 'origin' } };
    const { headers } = await fitResult(httpEvent(acceptsGzip), result);
    expect(headers.vary).toBe('origin, accept-encoding');
  });

  it('accepts a result of exactly 6 MB', async () => {
    const fitting = resultOf('a'.repeat(6 * MB - utf8(resultOf(''))));
    expect(utf8(fitting)).toBe(6 * MB);
    expect(await fitResult(httpEvent(), fitting)).toBe(fitting);
    expect(await fitResult(httpEvent(), resultOf(`${fitting.body}a`)).catch(String)).toContain('TooLarge');
  });

  it('accepts base64 of less than 6 MB', async () => {
    const fitted = await fitResult(httpEvent(), resultOf('"'.repeat(4.5 * MB - 3)));
    expect(fitted.body).toHaveLength(6 * MB - 4);
    await expect(fitResult(httpEvent(), resultOf('"'.repeat(4.5 * MB)))).rejects.toThrow(TooLarge);
  });

  it.each(['identity', 'gzip;q=0', 'br', ''])(
    'refuses a large answer for a client that accepts only %j',
    async accepted => {
      const event = httpEvent({ headers: { 'accept-encoding': accepted } });
      const refused = fitResult(event, resultOf(JSON.stringify('a'.repeat(9 * MB))));
      await expect(refused).rejects.toMatchObject({
        status: 413,
        messages: [expect.stringMatching(/6 MB.*limit.*include_fields.*gzip/)],
      });
    },
  );

  it('refuses an answer that is too large even when it is compressed', async () => {
    const noise = randomBytes(7 * MB).toString('base64');
    await expect(fitResult(httpEvent(acceptsGzip), resultOf(JSON.stringify(noise)))).rejects.toThrow(
      TooLarge,
    );
  });
});

it('errorBody() has the code and the messages', () => {
  expect(errorBody(new Conflict(['a', 'b']))).toEqual({
    status: { code: 'conflict', messages: ['a', 'b'] },
    data: null,
  });
});

it.each([
  ['gzip', true],
  ['br, GZIP', true],
  ['gzip;q=0.5', true],
  ['gzip ; q=0.01, br', true],
  ['gzip;q=0', false],
  ['gzip ; q=0.000 , br', false],
  ['gzip;q=0,br', false],
  ['x-gzipped', false],
  [undefined, false],
])('acceptsGzip() returns for %j: %j', (header, accepts) => {
  const headers = { ...(header !== undefined && { 'accept-encoding': header }) };
  expect(doesAcceptGzip(httpEvent({ headers }))).toBe(accepts);
});

describe('entityTag() and noneMatch()', () => {
  it('entityTag() contains the version and changes with the answer', () => {
    expect(entityTag('{"a":1}', 7)).toMatch(/^"7-[\w-]{16}"$/);
    expect(entityTag('{"a":1}')).toMatch(/^"h[\w-]{16}"$/);
    expect(entityTag('{"a":1}', 7)).not.toBe(entityTag('{"a":2}', 7));
  });

  it.each([
    ['"a"', true],
    ['W/"a"', true],
    [' W/"b" , W/"a" ', true],
    ['xW/"a"', false],
    ['"*"', false],
    ['"x", "a"', true],
    [' * ', true],
    ['"b"', false],
    ['', false],
    [undefined, false],
  ])('noneMatch() compares If-None-Match %j with "a": %j', (header, matches) => {
    expect(noneMatch(header, '"a"')).toBe(matches);
  });
});
