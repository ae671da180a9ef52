import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { TooLarge } from '../../../shared/core/errors.ts';
import { entityTag, fitResult, noneMatch } from '../../../shared/http/answer.ts';
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
    const fitted = await fitResult(httpEvent(acceptsGzip), resultOf(body));
    expect(fitted.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(Buffer.from(fitted.body, 'base64')).toString()).toBe(body);
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
    const noise = Buffer.from(Array.from({ length: 7 * MB }, () => Math.random() * 256)).toString('base64');
    await expect(fitResult(httpEvent(acceptsGzip), resultOf(JSON.stringify(noise)))).rejects.toThrow(
      TooLarge,
    );
  });
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
    ['"x", "a"', true],
    [' * ', true],
    ['"b"', false],
    ['', false],
    [undefined, false],
  ])('noneMatch() compares If-None-Match %j with "a": %j', (header, matches) => {
    expect(noneMatch(header, '"a"')).toBe(matches);
  });
});
