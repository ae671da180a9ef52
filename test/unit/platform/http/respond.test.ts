import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { TooLarge } from '../../../../shared/platform/core/errors.ts';
import { encodedTag, entityTag } from '../../../../shared/platform/http/answer.ts';
import { EncodedText } from '../../../../shared/platform/http/encoding/encoded-text.ts';
import { respond, type Content } from '../../../../shared/platform/http/respond.ts';
import type { HttpResult } from '../../../../shared/platform/http/event.ts';
import { decodedBody } from '../../../support/web/decoded.ts';
import { httpEvent } from '../../../support/web/event.ts';

const MB = 1_000_000;
const LONG = JSON.stringify('a'.repeat(5000));

function answer(
  body: Content['body'],
  {
    accepted,
    method = 'GET',
    ifNoneMatch,
    ...more
  }: { accepted?: string; method?: string; ifNoneMatch?: string } & Partial<Content> = {},
): Promise<HttpResult> {
  const headers = {
    ...(accepted !== undefined && { 'accept-encoding': accepted }),
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
  };
  return respond(httpEvent({ method, headers }), { headers: {}, body, ...more });
}

function utf8(value: unknown) {
  return Buffer.byteLength(JSON.stringify(value));
}

describe('respond() of a text that compression hardly shortens', () => {
  const random = (bytes: number) => JSON.stringify(randomBytes(bytes).toString('base64'));

  it('leaves a long text uncompressed', async () => {
    const { headers, isBase64Encoded } = await answer(random(MB), { accepted: 'gzip' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toBe('accept-encoding');
    expect(isBase64Encoded).toBe(false);
  });

  it('leaves a list of equal texts uncompressed', async () => {
    const text = random(MB);
    const { headers } = await answer(`[${text},"${'x'.repeat(5000)}",${text}]`, { accepted: 'gzip' });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('compresses a short text, and a long text that would not fit otherwise', async () => {
    const short = await answer(random(10_000), { accepted: 'gzip' });
    expect(short.headers['content-encoding']).toBe('gzip');
    const quotes = `"${'\\"'.repeat(1_600_000)}"`;
    const middle = Math.floor(quotes.length / 2);
    const body = quotes.slice(0, middle) + random(20_000).slice(1, -1) + quotes.slice(middle);
    expect((await answer(body, { accepted: 'gzip' })).headers['content-encoding']).toBe('gzip');
  });
});

describe('respond() to Accept-Encoding', () => {
  it.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0.9', 'gzip'],
    ['gzip;q=0.8 , br ; q=0.9', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip ; q=0.01', 'gzip'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip ; q=0.000 , br;q=0', undefined],
    ['gzip;q=0.5, identity', undefined],
    ['identity', undefined],
    ['gzip;q=wrong', undefined],
    ['x-gzipped', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('answers a client that accepts %j with the coding %j', async (accepted, coding) => {
    const result = await answer(LONG, { ...(accepted !== undefined && { accepted }) });
    expect(result.headers['content-encoding']).toBe(coding);
    expect(result.isBase64Encoded).toBe(coding !== undefined);
    expect(result.headers.vary).toBe('accept-encoding');
    expect(decodedBody(result)).toBe(LONG);
  });

  it('leaves answers below 1 KB as they are', async () => {
    const result = await answer('a'.repeat(999), { accepted: 'br, gzip' });
    expect([result.isBase64Encoded, result.headers['content-encoding']]).toEqual([false, undefined]);
    expect((await answer('a'.repeat(1000), { accepted: 'gzip' })).headers['content-encoding']).toBe('gzip');
  });

  it('adds accept-encoding to the headers by which the answer varies', async () => {
    expect((await answer('{}', { headers: { vary: 'origin' } })).headers.vary).toBe(
      'origin, accept-encoding',
    );
  });

  it('answers with a stored coding of a content, and never compresses it twice', async () => {
    const picture = Buffer.from([1, 2, 3]);
    const result = await answer({ length: 0, read: () => Promise.resolve(picture) }, { accepted: 'br' });
    expect(result).toMatchObject({ body: picture.toString('base64'), isBase64Encoded: true });
    expect(result.headers['content-encoding']).toBeUndefined();
    const text = new EncodedText(LONG);
    for (const accepted of ['br', 'gzip', 'identity'])
      expect(decodedBody(await answer(text, { accepted }))).toBe(LONG);
  });
});

describe('respond() with an entity tag', () => {
  const etag = entityTag(LONG, 7);

  it('sends each coding under its own strong tag', async () => {
    const fetchTag = async (accepted: string) =>
      (await answer(LONG, { accepted, headers: { etag } })).headers.etag;
    expect(await fetchTag('identity')).toBe(etag);
    expect(await fetchTag('gzip')).toBe(encodedTag(etag, 'gzip'));
    expect(await fetchTag('br')).toBe(encodedTag(etag, 'br'));
  });

  it.each([etag, encodedTag(etag, 'gzip'), `W/${encodedTag(etag, 'br')}`, `"x", ${etag}`, '*'])(
    'answers 304 without a body to GET and HEAD with If-None-Match %s, whatever coding is accepted',
    async ifNoneMatch => {
      for (const method of ['GET', 'HEAD'])
        for (const accepted of ['br', 'identity'])
          expect(await answer(LONG, { method, accepted, ifNoneMatch, headers: { etag } })).toMatchObject({
            statusCode: 304,
            headers: {
              etag: encodedTag(etag, accepted === 'br' ? 'br' : undefined),
              vary: 'accept-encoding',
            },
            body: '',
          });
    },
  );

  it('answers writes and errors in full', async () => {
    const sent = { ifNoneMatch: '*', headers: { etag } };
    expect((await answer('{}', { ...sent, method: 'PUT' })).statusCode).toBe(200);
    expect((await answer('{}', { ...sent, statusCode: 404 })).statusCode).toBe(404);
  });
});

describe('respond() to HEAD', () => {
  it.each(['br', 'gzip', 'identity'])('has the headers of GET and no body, with %s', async accepted => {
    const headers = { etag: entityTag(LONG), 'content-type': 'text/plain' };
    const full = await answer(LONG, { accepted, headers });
    const length = Buffer.byteLength(full.body, full.isBase64Encoded ? 'base64' : 'utf8');
    expect(await answer(LONG, { accepted, headers, method: 'HEAD' })).toEqual({
      statusCode: 200,
      headers: { ...full.headers, 'content-length': String(length) },
      body: '',
      isBase64Encoded: false,
    });
  });
});

describe('respond() under Lambda’s limit of 6 MB', () => {
  it('counts UTF-8 bytes instead of characters', async () => {
    await expect(answer(JSON.stringify('漢'.repeat(2.5 * MB)))).rejects.toThrow(TooLarge);
  });

  it('sends base64 when only escaping takes the answer over the limit', async () => {
    const body = JSON.stringify('"'.repeat(2 * MB));
    const fitted = await answer(body);
    expect(fitted.isBase64Encoded).toBe(true);
    expect(decodedBody(fitted)).toBe(body);
    expect(utf8(fitted)).toBeLessThan(6 * MB);
  });

  it('accepts a result of exactly 6 MB', async () => {
    const empty = utf8(await answer(''));
    const fitting = await answer('a'.repeat(6 * MB - empty));
    expect([utf8(fitting), fitting.isBase64Encoded]).toEqual([6 * MB, false]);
    await expect(answer('a'.repeat(6 * MB - empty + 1))).rejects.toThrow(TooLarge);
  });

  it('accepts base64 of less than 6 MB', async () => {
    expect((await answer('"'.repeat(4.5 * MB - 3))).body).toHaveLength(6 * MB - 4);
    await expect(answer('"'.repeat(4.5 * MB))).rejects.toThrow(TooLarge);
  });

  it.each(['identity', 'gzip;q=0', ''])(
    'refuses a large answer for a client that accepts only %j',
    async accepted => {
      await expect(answer(JSON.stringify('a'.repeat(9 * MB)), { accepted })).rejects.toMatchObject({
        status: 413,
        messages: [expect.stringMatching(/6 MB.*limit.*include_fields.*gzip/)],
      });
    },
  );

  it('refuses an answer that is too large even when it is compressed', async () => {
    const noise = randomBytes(7 * MB).toString('base64');
    for (const accepted of ['gzip', 'br'])
      await expect(answer(JSON.stringify(noise), { accepted })).rejects.toThrow(TooLarge);
  });
});
