import { beforeAll, describe, expect, it } from 'vitest';
import { imageRecord } from '../../support/records/media-records.ts';
import { advanceClock } from '../../support/time/clock.ts';
import { useApi } from '../../support/api/api.ts';
import {
  aDocument,
  anImage,
  assetAnswer,
  ASSETS,
  listed,
  makeAsset,
} from '../../support/resources/assets.ts';
import { ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi();
let editor = '';

beforeAll(async () => {
  editor = (await api.makeKey('Editor')).key;
});

const TEXTS = {
  image_title: 'The bridge at dawn',
  filename: 'bridge.jpg',
  alt_text: 'A "bridge" over <water> [1]',
  credit: 'Ada Nord',
  source_info: 'City archive',
};

describe('POST /dam/assets', () => {
  it('creates an asset from only an image', async () => {
    const file_id = await anImage();
    const made = await ok(api.post(ASSETS, { file_type: 0, file_id }));

    expect(made).toEqual(assetAnswer({ file_id, user_id: api.stack.adminAuthorId }));
    expect(made.updated_ts).toBe(made.created_ts);
  });

  it('creates an asset of a document without the fields that only images have', async () => {
    const file_id = await aDocument();
    const made = await ok(api.post(ASSETS, { file_type: 1, file_id, filename: 'Minutes.pdf' }));
    const {
      thumbnails: _t,
      image_size: _s,
      ...rest
    } = assetAnswer({
      file_type: 1,
      file_type_name: 'file',
      file_id,
      filename: 'Minutes.pdf',
      media_html: `<a href="http://127.0.0.1:4000/media/documents/${file_id}/r/minutes.pdf" data-shortcode-id="${made.shortcode_id}">Minutes.pdf</a>`,
      shortcode: `[media-asset ${made.shortcode_id} dam=1 expand=1 filename="Minutes.pdf"]`,
      shortcode_params: { dam: 1, expand: 1, alt: null, filename: 'Minutes.pdf' },
    }) as Record<string, unknown>;

    expect(made).toEqual(rest);
  });

  it('stores every field and escapes its text in shortcode and HTML', async () => {
    const site_specific_data = { rights: ['web'], deep: { a: null }, constructor: 'x' };
    const sent = { ...TEXTS, tags: [' News ', 'news', '*desk', ''], site_specific_data };
    const made = await makeAsset(api, sent);
    const alt = 'A &quot;bridge&quot; over &lt;water&gt;';

    expect(made).toEqual(
      assetAnswer({
        ...TEXTS,
        tags: ['News', '*desk'],
        site_specific_data,
        shortcode: `[media-asset ${made.shortcode_id} dam=1 expand=1 alt="${alt} &#91;1&#93;" filename="bridge.jpg"]`,
        media_html: expect.stringContaining(`alt="${alt} [1]"`),
        shortcode_params: { dam: 1, expand: 1, alt: TEXTS.alt_text, filename: 'bridge.jpg' },
      }),
    );
    expect(await ok(api.get(`${ASSETS}/${made.id}`))).toEqual(made);
  });

  it('returns the site from the profile of the creator', async () => {
    const { key, authorId } = await api.makeKey('Editor');
    const specific_data = { site_title: 'Nord Photo', site_uri: 'https://nord.example', other: 1 };
    await ok(api.put(`/api/1.1/authors/${authorId}`, { first_name: 'A', last_name: 'N', specific_data }));

    expect(await makeAsset(api, {}, { key })).toMatchObject({
      user_id: authorId,
      user_site_title: 'Nord Photo',
      user_site_uri: 'https://nord.example',
    });
  });

  it('returns 400 when the file is an asset already, even one in the trash', async () => {
    const { file_id, id } = await makeAsset(api);
    const again = () => api.post(ASSETS, { file_type: 0, file_id, image_title: 'Again' });
    const message = 'file_id: there is an asset of this file already';
    expectRefused(await again(), 400, 'already_exists', message);
    await ok(api.put(`${ASSETS}/${id}`, { in_trash: true }));
    expectRefused(await again(), 400, 'already_exists', message);

    expectRefused(
      await api.post(ASSETS, { file_type: 1, file_id }),
      400,
      'invalid_input',
      `file_id: there is no file with the id ${file_id}`,
    );
  });

  it('returns 400 when the file does not exist', async () => {
    const reply = await api.post(ASSETS, { file_type: 0, file_id: 12 });
    expectRefused(reply, 400, 'invalid_input', 'file_id: there is no image with the id 12');
  });

  it('reports all faults of the input together', async () => {
    const body = {
      file_type: 2,
      image_title: 7,
      filename: 'x'.repeat(256),
      tags: ['x'.repeat(201), 1],
      site_specific_data: [],
    };
    expectRefused(
      await api.post(ASSETS, body),
      400,
      'invalid_input',
      'image_title: must be a string',
      'filename: must have at most 255 characters',
      'tags.0: must have at most 200 characters',
      'tags.1: must be a string',
      'site_specific_data: must be an object',
      'file_type: must be 0 (image) or 1 (file)',
      'file_id: is required',
    );
  });

  it('accepts up to a hundred tags and a hundred administrator tags', async () => {
    const tags = (count: number, prefix = '') =>
      Array.from({ length: count }, (_, at) => `${prefix}tag ${at}`);
    const made = await makeAsset(api, { tags: [...tags(100), ...tags(100, '*')] });
    expect(made.tags).toHaveLength(200);

    const reply = await api.put(`${ASSETS}/${made.id}`, { tags: tags(101) });
    expectRefused(
      reply,
      400,
      'invalid_input',
      'tags: must have at most 100 items, and as many beginning with *',
    );
    const kept = await ok(api.put(`${ASSETS}/${made.id}`, { tags: tags(100, 'other ') }, { key: editor }));
    expect(kept.tags).toHaveLength(100);
    expect((await ok(api.get(`${ASSETS}/${made.id}`))).tags).toHaveLength(200);
  });

  it('returns 400 for an array without bulk=1 and ignores an override for a single asset', async () => {
    expectRefused(
      await api.post(ASSETS, [{ file_id: 1, data: {} }]),
      400,
      'invalid_input',
      'bulk: must be 1 with an array of items',
    );
    const headers = { 'x-http-method-override': 'DELETE' };
    expect(await makeAsset(api, {}, { headers })).toEqual(assetAnswer());
  });
});

describe('the parameter thumbnail_sizes', () => {
  const buildUrl = (asset: any, size: string) =>
    `http://127.0.0.1:4000/media/images/${asset.file_id}/d/${size}.jpg`;

  it('returns the thumbnail URLs under the sizes as requested', async () => {
    const asset = await makeAsset(api);
    const expected = {
      '300': buildUrl(asset, '300x'),
      '300x': buildUrl(asset, '300x'),
      '600x600': buildUrl(asset, '600x600'),
      origin: `http://127.0.0.1:4000/media/images/${asset.file_id}/original/r/bridge.jpg`,
    };
    const query = { thumbnail_sizes: Object.keys(expected).join() };
    const answers = [
      await ok(api.get(`${ASSETS}/${asset.id}`, { query })),
      (await ok(api.get(ASSETS, { query: { ...query, file_id: asset.file_id } }))).items[0],
      await ok(api.put(`${ASSETS}/${asset.id}`, {}, { query })),
    ];
    expect(answers.map(answer => answer.thumbnails)).toEqual([expected, expected, expected]);
  });

  it('returns 400 for a size that the site does not have', async () => {
    const { id } = await makeAsset(api);
    for (const size of ['301', '1245', '10x10', 'x', '__proto__'])
      expectRefused(
        await api.get(`${ASSETS}/${id}`, { query: { thumbnail_sizes: `300,${size}` } }),
        400,
        'invalid_input',
        /^thumbnail_sizes: must be of origin, 35x35, .*700x1245.*, or a width of these alone$/,
      );
  });

  it('omits sizes that the image lacks because it is older than the site’s ratios', async () => {
    const { id } = await makeAsset(api);
    expect(Object.keys(imageRecord().thumbnails)).not.toContain('1245x700');

    const { thumbnails } = await ok(
      api.get(`${ASSETS}/${id}`, { query: { thumbnail_sizes: '1245x700,980' } }),
    );
    expect(Object.keys(thumbnails)).toEqual(['980']);
  });

  it('returns no thumbnails for a document', async () => {
    const made = await ok(api.post(ASSETS, { file_type: 1, file_id: await aDocument() }));
    const got = await ok(api.get(`${ASSETS}/${made.id}`, { query: { thumbnail_sizes: '300' } }));
    expect(got).not.toHaveProperty('thumbnails');
  });
});

describe('PUT /dam/assets/<id>', () => {
  it('changes the fields that are sent, clears those that are null and ignores file_type and file_id', async () => {
    const made = await makeAsset(api, { ...TEXTS, tags: ['a'], site_specific_data: { a: 1 } });
    advanceClock(1);
    const edited = await ok(
      api.put(`${ASSETS}/${made.id}`, {
        file_type: 1,
        file_id: 12,
        alt_text: 'Other',
        credit: null,
        tags: null,
        site_specific_data: null,
        created_ts: 1,
      }),
    );

    expect(edited).toEqual({
      ...made,
      alt_text: 'Other',
      credit: null,
      tags: [],
      site_specific_data: null,
      updated_ts: edited.updated_ts,
      shortcode: `[media-asset ${made.shortcode_id} dam=1 expand=1 alt="Other" filename="bridge.jpg"]`,
      shortcode_params: { ...made.shortcode_params, alt: 'Other' },
      media_html: made.media_html.replace(/alt="[^"]*"/, 'alt="Other"'),
    });
    expect(edited.updated_ts).toBeGreaterThan(made.updated_ts);
  });

  it('moves the asset into and out of the trash', async () => {
    const { id } = await makeAsset(api, { tags: ['moving'] });
    const inTrash = await ok(api.put(`${ASSETS}/${id}`, { in_trash: true }));
    expect(inTrash.in_trash).toBe(true);
    expect(await listed(api, { tags: 'moving', in_trash: 0 })).toEqual({ total: 0, ids: [] });
    expect(await listed(api, { tags: 'moving', in_trash: 1 })).toEqual({ total: 1, ids: [id] });
    await ok(api.put(`${ASSETS}/${id}`, { in_trash: false }));
    expect(await listed(api, { tags: 'moving', in_trash: 0 })).toEqual({ total: 1, ids: [id] });
  });

  it('returns 412 to edits and deletions when If-Match does not match the current ETag', async () => {
    const { id } = await makeAsset(api);
    const { headers } = await api.get(`${ASSETS}/${id}`);
    const call = { headers: { 'if-match': headers.get('etag') ?? '' } };
    await ok(api.put(`${ASSETS}/${id}`, { alt_text: 'x' }, call));

    expectRefused(await api.put(`${ASSETS}/${id}`, { alt_text: 'y' }, call), 412, 'precondition_failed');
    expectRefused(await api.delete(`${ASSETS}/${id}`, call), 412, 'precondition_failed');
  });

  it('reports all faults of the input together', async () => {
    const { id } = await makeAsset(api);
    expectRefused(
      await api.put(`${ASSETS}/${id}`, { tags: 'a', in_trash: 1 }),
      400,
      'invalid_input',
      'tags: must be an array',
      'in_trash: must be true or false',
    );
  });

  it('keeps both of two simultaneous edits', async () => {
    const { id } = await makeAsset(api);
    await Promise.all([
      ok(api.put(`${ASSETS}/${id}`, { alt_text: 'One' })),
      ok(api.put(`${ASSETS}/${id}`, { credit: 'Two' })),
    ]);
    expect(await ok(api.get(`${ASSETS}/${id}`))).toMatchObject({ alt_text: 'One', credit: 'Two' });
  });
});

describe('DELETE /dam/assets/<id>', () => {
  it('deletes the record and its list entries but keeps the file, which can become an asset again', async () => {
    const { id, file_id } = await makeAsset(api, { ...TEXTS, image_title: 'Shortlived', tags: ['brief'] });
    expect(await ok(api.delete(`${ASSETS}/${id}`))).toEqual({});

    expectRefused(await api.get(`${ASSETS}/${id}`), 404, 'not_found', `There is no asset with the id ${id}`);
    expect(await listed(api, { tags: 'brief' })).toEqual({ total: 0, ids: [] });
    expect(await listed(api, { search: 'shortlived' })).toEqual({ total: 0, ids: [] });
    expect(await listed(api, { file_id })).toEqual({ total: 0, ids: [] });
    expect((await makeAsset(api, { file_id })).id).not.toBe(id);
  });

  it('returns 404 to edits and deletions of an unknown asset', async () => {
    expectRefused(await api.delete(`${ASSETS}/12`), 404, 'not_found', 'There is no asset with the id 12');
    expectRefused(await api.put(`${ASSETS}/12`, {}), 404, 'not_found', 'There is no asset with the id 12');
  });
});

describe('GET /dam/assets/<id>', () => {
  it('returns 304 when If-None-Match has the current ETag', async () => {
    const { id } = await makeAsset(api);
    const { headers } = await api.get(`${ASSETS}/${id}`);
    const again = await api.get(`${ASSETS}/${id}`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('returns 400 for an invalid id', async () => {
    expectRefused(
      await api.get(`${ASSETS}/x`),
      400,
      'invalid_input',
      'id: must be an integer from 0 to 2^53-1',
    );
  });
});
