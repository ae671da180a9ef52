import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withMedia } from '../../../functions/runtime/media.ts';
import { putObject } from '../../../shared/platform/files/objects.ts';
import { AVATAR_SVG } from '../../../shared/library/media/served.ts';
import { httpEvent } from '../../support/web/event.ts';
import { useEngines } from '../../support/aws/engines.ts';

useEngines();

const KEY = 'images/7/bridge.svg';
const OTHER = { statusCode: 404, headers: {}, body: 'other', isBase64Encoded: false };

const serve = withMedia(() => Promise.resolve(OTHER));

function ask(path: string, method = 'GET') {
  return serve(httpEvent({ method, path }));
}

beforeAll(async () => {
  const headers = { contentType: 'image/svg+xml' };
  await putObject({ bucket: 'media', key: KEY }, Buffer.from('<svg/>'), headers);
});

describe('GET /media/{file} without a CDN', () => {
  beforeEach(() => {
    process.env.MEDIA_AT_API = 'signed';
  });

  it('redirects to an address of the file that is valid longer than the redirect is cached', async () => {
    const { statusCode, headers } = await ask(`/media/${KEY}`);
    const found = await fetch(headers.location!);

    expect(statusCode).toBe(302);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    });
    expect(headers.location).toContain('X-Amz-Expires=900');
    expect([found.status, found.headers.get('content-type'), await found.text()]).toEqual([
      200,
      'image/svg+xml',
      '<svg/>',
    ]);
  });

  it('redirects to an address for HEAD when the method is HEAD', async () => {
    const { headers } = await ask(`/media/${KEY}`, 'HEAD');

    expect((await fetch(headers.location!, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(headers.location!)).status).toBe(403);
  });

  it('redirects to an address of only this file', async () => {
    const location = (await ask(`/media/${KEY}`)).headers.location!;

    expect((await fetch(location.replace('/7/', '/8/'))).status).toBe(403);
  });

  it('answers with the default avatar for /media/avatar.svg', async () => {
    const { statusCode, headers, body } = await ask('/media/avatar.svg');

    expect({ statusCode, body }).toEqual({ statusCode: 200, body: AVATAR_SVG });
    expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' });
  });

  it.each([
    ['GET', '/media/'],
    ['GET', '/media/content/7'],
    ['GET', '/media/images/'],
    ['GET', `/media/images/${'x'.repeat(1024)}`],
    ['GET', '/images/7/bridge.svg'],
    ['POST', `/media/${KEY}`],
  ])('passes a request on that names no file: %s %s', async (method, path) => {
    expect(await ask(path, method)).toBe(OTHER);
  });
});

describe('GET /media/{file} with a CDN', () => {
  beforeEach(() => {
    process.env.MEDIA_AT_API = 'redirected';
    process.env.MEDIA_BASE_URL = 'https://media.example.com';
  });

  it.each([KEY, 'avatar.svg'])('redirects to the CDN: %s', async key => {
    const { statusCode, headers } = await ask(`/media/${key}`);

    expect({ statusCode, location: headers.location }).toEqual({
      statusCode: 308,
      location: `https://media.example.com/${key}`,
    });
  });
});

it('withMedia() passes all requests on where the gateway serves files itself', async () => {
  delete process.env.MEDIA_AT_API;

  expect(await ask(`/media/${KEY}`)).toBe(OTHER);
});
