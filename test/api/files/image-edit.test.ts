import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { exemptForLocalUse } from '../../../shared/platform/http/guarded/target.ts';
import { startWeb } from '../../support/web/web.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { useApi } from '../../support/api/api.ts';
import { makeImage, quartered, settledImage } from '../../support/resources/images.ts';
import { ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { arrived } from '../../support/resources/uploads.ts';

// These tests provoke errors that would fill the log.
process.env.LOG_LEVEL = 'silent';

const api = useApi((url: string) => ({ mediaBaseUrl: `${url}/media` }));

function crop(given: object = {}) {
  return {
    top: 0,
    left: 0,
    width: 400,
    height: 400,
    imgWidth: 1600,
    imgHeight: 1200,
    ...given,
  };
}

async function colourAt(url: string): Promise<number[]> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  const { dominant } = await sharp(Buffer.from(await response.arrayBuffer())).stats();
  return [dominant.r, dominant.g, dominant.b].map(value => Math.round(value / 255));
}

/** An image for tests that do not depend on its size, which is small, so that its thumbnails are made quickly. */
async function makeSmallImage(fields?: Record<string, string>): Promise<any> {
  return await makeImage(api, await quartered(300, 200), fields);
}

describe('PUT /images/<id> with crops', () => {
  let unchanged: number;

  beforeAll(async () => {
    unchanged = (await makeImage(api)).id;
  });

  it('remakes only the thumbnails that the crops change', async () => {
    const before = await settledImage(api, (await makeImage(api)).id);
    const edited = await ok(api.put(`/images/${before.id}`, { manual_image_crops: { '1x1': crop() } }));

    expect(edited.manual_image_crops['1x1']).toEqual({ ...crop(), sizes: ['600x600', '300x300'] });
    expect(edited.thumbnails_status).toBe('pending');
    const changed = Object.keys(edited.thumbnails).filter(
      size => edited.thumbnails[size] !== before.thumbnails[size],
    );
    expect(changed.sort()).toEqual(['300x300', '35x35', '600x600']);
    const after = await settledImage(api, before.id);
    expect(after).toMatchObject({ thumbnails_status: 'ready', thumbnails: edited.thumbnails });
    expect(await colourAt(after.thumbnails['300x300'])).toEqual([1, 0, 0]);
    // The old address still serves the old thumbnail.
    expect((await fetch(before.thumbnails['300x300'])).status).toBe(200);
  });

  it('changes nothing when the returned crops are sent back', async () => {
    const { id, ...before } = await settledImage(api, (await makeImage(api)).id);
    const after = await ok(api.put(`/images/${id}`, { manual_image_crops: before.manual_image_crops }));

    expect(after).toEqual({ id, ...before });
  });

  it('restores the automatic crops when manual_image_crops is null', async () => {
    const before = await makeImage(api);
    await ok(api.put(`/images/${before.id}`, { manual_image_crops: { '1x1': crop() } }));
    const after = await ok(api.put(`/images/${before.id}`, { manual_image_crops: null }));

    expect(after.manual_image_crops).toEqual(before.manual_image_crops);
  });

  it('restores one automatic crop when it is null, and keeps the others', async () => {
    const before = await makeImage(api);
    const crops = { '1x1': crop(), '2x1': crop({ height: crop().width / 2 }) };
    const edited = await ok(api.put(`/images/${before.id}`, { manual_image_crops: crops }));
    const after = await ok(api.put(`/images/${before.id}`, { manual_image_crops: { '1x1': null } }));

    expect(after.manual_image_crops).toEqual({
      ...edited.manual_image_crops,
      '1x1': before.manual_image_crops['1x1'],
    });
  });

  it.each([
    ['outside the picture', '1x1', crop({ left: 1300 }), /^manual_image_crops\.1x1\./],
    ['of no size', '1x1', crop({ width: 0, height: 0 }), /^manual_image_crops\.1x1\./],
    ['of another ratio', '1x1', crop({ height: 300 }), /^manual_image_crops\.1x1/],
    ['of an unknown ratio', '5x4', crop(), /^manual_image_crops\.5x4/],
    ['that resets an unknown ratio', '5x4', null, /^manual_image_crops\.5x4/],
    ['of another picture', '1x1', crop({ imgWidth: 800 }), /^manual_image_crops\.1x1\.imgWidth/],
  ])('returns 400 for crops %s', async (_name, code, sent, message) => {
    const reply = await api.put(`/images/${unchanged}`, { manual_image_crops: { [code]: sent } });

    expect(reply.body.status.messages[0]).toMatch(message);
    expect(reply.status).toBe(400);
  });
});

describe('PUT /images/<id> with texts', () => {
  it('changes only the texts that are sent', async () => {
    const { id } = await makeSmallImage({ caption: 'Before', alt: 'Stays' });
    const edited = await ok(api.put(`/images/${id}`, { caption: 'After', photo_credit: 'Ada Nord' }));

    expect(edited).toMatchObject({ caption: 'After', photo_credit: 'Ada Nord', alt: 'Stays' });
    expect(await ok(api.put(`/images/${id}`, { caption: null }))).toMatchObject({ caption: '' });
  });

  it('returns 412 when If-Match does not match the current ETag', async () => {
    // When its thumbnails are made, an image gets a new version.
    const { id } = await settledImage(api, (await makeSmallImage()).id);
    const { headers } = await api.get(`/images/${id}`);
    await ok(api.put(`/images/${id}`, { caption: 'First' }));
    const call = { headers: { 'if-match': headers.get('etag') ?? '' } };

    expectRefused(await api.put(`/images/${id}`, { caption: 'x' }, call), 412, 'precondition_failed');
  });

  it('returns 404 for an unknown image', async () => {
    expectRefused(await api.put('/images/12', { caption: 'x' }), 404, 'not_found');
  });
});

describe('PUT /images/<id> with another picture', () => {
  it('fetches nothing when image_url is an address of the image itself', async () => {
    const before = await settledImage(api, (await makeImage(api)).id);
    for (const image_url of [before.image_original_url, before.thumbnails['600x']])
      expect(await ok(api.put(`/images/${before.id}`, { image_url, caption: 'Own' }))).toMatchObject({
        thumbnails: before.thumbnails,
        caption: 'Own',
      });
  });

  it.skipIf(DEPLOYED)('replaces the picture and makes new crops and thumbnails', async () => {
    const replacement = await quartered(800, 800, 'png');
    const web = await startWeb((_request, response) => response.end(replacement));
    exemptForLocalUse(new URL(web.origin).host);
    const { id } = await settledImage(api, (await makeImage(api)).id);
    await ok(api.put(`/images/${id}`, { manual_image_crops: { '1x1': crop() } }));
    const edited = await ok(api.put(`/images/${id}`, { image_url: `${web.origin}/square.png` }));
    await web.stop();

    expect(edited).toMatchObject({ id, width: 800, height: 800, filename: 'square.png' });
    expect(edited.manual_image_crops['1x1']).toMatchObject({ width: 800, height: 800, imgWidth: 800 });
    expect((await settledImage(api, id)).thumbnails_status).toBe('ready');
  });

  it('accepts a picture from a direct upload', async () => {
    const { id } = await makeSmallImage();
    const bytes = await quartered(320, 200);
    const upload_id = await arrived(api, bytes, { filename: 'new.jpg', content_type: 'image/jpeg' });

    expect(await ok(api.put(`/images/${id}`, { upload_id }))).toMatchObject({
      width: 320,
      filename: 'new.jpg',
    });
  });

  it.skipIf(DEPLOYED)('returns 502 when image_url cannot be fetched', async () => {
    const web = await startWeb((_request, response) => {
      response.statusCode = 404;
      response.end();
    });
    exemptForLocalUse(new URL(web.origin).host);
    const { id } = await makeSmallImage();
    const reply = await api.put(`/images/${id}`, { image_url: `${web.origin}/gone.jpg` });
    await web.stop();

    expectRefused(reply, 502, 'upstream_failed', 'image_url: the address does not return a picture');
  });
});
