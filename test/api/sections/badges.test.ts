import { beforeAll, describe, expect, it } from 'vitest';
import { readHead, headKey, MAX_BADGES } from '../../../shared/taxonomy/badges/record.ts';
import { recordItem } from '../../../shared/platform/store/records/record.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { plantImages } from '../../support/records/media-records.ts';
import { useApi } from '../../support/api/api.ts';
import { anId, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi({ mediaBaseUrl: 'https://media.example' });
let [image, other] = [0, 0];

beforeAll(async () => {
  [image, other] = (await plantImages(2)) as [number, number];
});

function make(fields: object = {}): Promise<any> {
  return ok(api.post('/badges', { name: 'Live', image_id: image, ...fields }));
}

function buildPictureUrl(id: number): string {
  return `https://media.example/images/${id}/d/210x.jpg`;
}

const SPONSOR = { url: 'https://brand.example/?a=1', title: 'The brand', target: '_blank' };
const SPONSORED = { category: 1, description: 'Paid for by a brand', link: SPONSOR };

/** The full response for a badge created from only a name and an image; `given` are the fields that differ. */
function answer(given: object = {}) {
  return {
    id: anId,
    name: 'Live',
    image_id: image,
    image: buildPictureUrl(image),
    tags: [],
    category: 0,
    description: '',
    link: '',
    order: expect.any(Number),
    ...given,
  };
}

describe('POST /badges', () => {
  it('returns and stores the badge with its defaults', async () => {
    const reply = await api.post('/badges', { name: 'Live', image_id: String(image) });

    expect(reply.status).toBe(200);
    expect(reply.headers.get('etag')).toMatch(/^"1-[\w-]+"$/);
    expect(reply.body).toEqual(answer());
    expect(await ok(api.get(`/badges/${reply.body.id}`))).toEqual(reply.body);
  });

  it('stores every field that is sent', async () => {
    const sent = { tags: ['Live', ' a ', 'live', '*b'], order: -7, ...SPONSORED };
    const made = await make({ name: ' “Ünïcode” <b> ', ...sent, id: 5, unknown_field: 1 });

    expect(made).toEqual(answer({ name: ' “Ünïcode” <b> ', ...sent, tags: ['Live', 'a', '*b'] }));
    expect(await ok(api.get(`/badges/${made.id}`))).toEqual(made);
  });

  it('accepts a description and a link with only a url for a normal badge', async () => {
    const link = { url: 'https://brand.example/' };

    expect(await make({ description: 'd', link })).toEqual(answer({ description: 'd', link }));
    expect(await make({ link: { ...link, title: null, target: null } })).toEqual(answer({ link }));
    expect(await make({ link: '' })).toEqual(answer());
  });

  it('assigns the next free order by default', async () => {
    const [first, second] = [await make({ order: 500 }), await make()];

    expect([first.order, second.order]).toEqual([500, 501]);
  });

  it('assigns distinct orders to simultaneous creates', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => make()));

    expect(new Set(made.map(({ order }) => order)).size).toBe(12);
  });

  it.each([
    [{}, ['name: is required', 'image_id: is required']],
    [{ name: ' ', image_id: 'x' }, ['name: must not be empty', /^image_id: must be an id/]],
    [
      { name: 'x'.repeat(201), image_id: null },
      ['name: must have at most 200 characters', /^image_id: must be an id/],
    ],
    [
      { name: 'x', image_id: 1, category: 2, tags: 'a', order: 1.5, description: 7 },
      [
        'tags: must be an array',
        'category: must be 0 (normal) or 1 (sponsored)',
        'description: must be a string',
        'order: must be an integer',
      ],
    ],
    [{ name: 'x', image_id: 1, link: {} }, ['link.url: is required']],
    [{ name: 'x', image_id: 1, link: 'https://a.example' }, ['link: must be an object']],
    [{ name: 'x', image_id: 1, link: [] }, ['link.url: is required']],
    [{ name: 'x', image_id: 1, link: ['x'] }, ['link: must be an object']],
    [
      { name: 'x', image_id: 1, link: { url: 'javascript:alert(1)', title: 7 } },
      ['link.url: must be an http(s) URL', 'link.title: must be a string'],
    ],
    [{ name: 'x', image_id: 404 }, ['image_id: there is none with the id 404']],
    [
      { name: 'x', image_id: 404, category: 1 },
      [
        'image_id: there is none with the id 404',
        'description: is required for a sponsored badge',
        'link: is required for a sponsored badge',
      ],
    ],
  ])('returns 400 for %j', async (body, messages) => {
    expectRefused(await api.post('/badges', body), 400, 'invalid_input', ...messages);
  });

  it('returns 413 when the badge is larger than 8 KB', async () => {
    const tags = Array.from({ length: 50 }, (_, index) => `${index} ${'ü'.repeat(100)}`);

    expectRefused(
      await api.post('/badges', { name: 'x', image_id: image, tags }),
      413,
      'too_large',
      'A badge must have at most 8 KB',
    );
  });
});

describe('sponsored badges', () => {
  it('returns 400 when a sponsored badge lacks a description or link', async () => {
    const { description, link } = SPONSORED;
    for (const [given, lacking] of [
      [{ link }, 'description'],
      [{ description: ' \n', link }, 'description'],
      [{ description }, 'link'],
      [{ description, link: '' }, 'link'],
      [{ description, link: null }, 'link'],
    ] as const) {
      const reply = await api.post('/badges', { name: 'Ad', image_id: image, category: 1, ...given });
      expectRefused(reply, 400, 'invalid_input', `${lacking}: is required for a sponsored badge`);
    }
  });

  it('returns 400 when an edit would leave a sponsored badge without description or link', async () => {
    const { id } = await make({ description: 'd' });
    expectRefused(
      await api.put(`/badges/${id}`, { category: 1 }),
      400,
      'invalid_input',
      'link: is required for a sponsored badge',
    );
    expect(await ok(api.put(`/badges/${id}`, { category: 1, link: SPONSOR }))).toMatchObject({ category: 1 });
    for (const field of ['description', 'link'])
      expectRefused(
        await api.put(`/badges/${id}`, { [field]: null }),
        400,
        'invalid_input',
        `${field}: is required for a sponsored badge`,
      );
    expect(await ok(api.put(`/badges/${id}`, { category: null, link: '' }))).toMatchObject({
      category: 0,
      link: '',
      description: 'd',
    });
  });
});

describe('PUT /badges/<id>', () => {
  it('changes only the fields that are sent', async () => {
    const made = await make({ tags: ['a'], ...SPONSORED });
    const reply = await api.put(`/badges/${made.id}`, { name: 'Now', image_id: other, order: 3 });

    expect(reply.headers.get('etag')).toMatch(/^"2-/);
    expect(reply.body).toEqual({
      ...made,
      name: 'Now',
      image_id: other,
      image: buildPictureUrl(other),
      order: 3,
    });
    expect(await ok(api.put(`/badges/${made.id}`, {}))).toEqual(reply.body);
  });

  it('resets fields that are null to their defaults, but keeps the order', async () => {
    const made = await make({ tags: ['a'], description: 'd', link: SPONSOR, order: 40 });
    const nulls = { tags: null, category: null, description: null, link: null, order: null };

    expect(await ok(api.put(`/badges/${made.id}`, nulls))).toEqual(answer({ order: 40 }));
  });

  it('changes nothing when the response of a read is sent back', async () => {
    for (const made of [await make(), await make(SPONSORED)])
      expect(await ok(api.put(`/badges/${made.id}`, made))).toEqual(made);
  });

  it('assigns later badges an order after the edited one', async () => {
    const { id } = await make();
    await ok(api.put(`/badges/${id}`, { order: 9000 }));

    expect((await make()).order).toBe(9001);
  });

  it('keeps all simultaneous edits of different fields', async () => {
    const { id } = await make();
    const edits = [{ name: 'N' }, { tags: ['t'] }, { description: 'd' }, { link: SPONSOR }, { order: 77 }];
    await Promise.all(edits.map(edit => ok(api.put(`/badges/${id}`, edit))));

    expect(await ok(api.get(`/badges/${id}`))).toMatchObject(Object.assign({}, ...edits));
  });

  it('returns 400 for an empty name, no image or an unknown image', async () => {
    const { id } = await make();
    for (const [body, messages] of [
      [{ name: '' }, ['name: must not be empty']],
      [{ name: null, image_id: null }, ['name: must be a string', /^image_id: must be an id/]],
      [{ image_id: 404 }, ['image_id: there is none with the id 404']],
    ] as const)
      expectRefused(await api.put(`/badges/${id}`, body), 400, 'invalid_input', ...messages);
  });

  it('returns 404 for an unknown badge and 400 for an invalid id', async () => {
    for (const send of [
      () => api.put('/badges/404', { name: 'x' }),
      () => api.get('/badges/404'),
      () => api.delete('/badges/404'),
    ])
      expectRefused(await send(), 404, 'not_found', 'There is no badge with the id 404');
    expectRefused(await api.get('/badges/x'), 400, 'invalid_input', /^id: must be an integer/);
  });

  it('returns 412 when If-Match does not match the current ETag', async () => {
    const made = await api.post('/badges', { name: 'Live', image_id: image });
    const path = `/badges/${made.body.id}`;
    const headers = { 'if-match': made.headers.get('etag')! };
    const edited = await api.put(path, { name: 'A' }, { headers });

    expect(edited.status).toBe(200);
    expectRefused(await api.put(path, { name: 'B' }, { headers }), 412, 'precondition_failed');
    expectRefused(await api.delete(path, { headers }), 412, 'precondition_failed');
    expect(await ok(api.delete(path, { headers: { 'if-match': edited.headers.get('etag')! } }))).toEqual({});
  });
});

describe('GET /badges', () => {
  it('lists all badges by order, then by age, with the total count', async () => {
    const made = [await make({ order: -200 }), await make({ order: -300 }), await make({ order: -300 })];
    const reply = await api.get('/badges');

    expect(reply.body.slice(0, 3)).toEqual([made[1], made[2], made[0]]);
    expect(reply.headers.get('x-total-count')).toBe(String(reply.body.length));
    const orders = reply.body.map(({ order }: { order: number }) => order);
    expect(orders).toEqual([...orders].sort((a: number, b: number) => a - b));
  });

  it('omits a deleted badge', async () => {
    const { id } = await make();
    expect(await ok(api.delete(`/badges/${id}`))).toEqual({});

    expect((await ok(api.get('/badges'))).map((badge: { id: number }) => badge.id)).not.toContain(id);
    expectRefused(await api.get(`/badges/${id}`), 404, 'not_found');
    expectRefused(await api.delete(`/badges/${id}`), 404, 'not_found');
  });
});

describe('permissions for badges', () => {
  it('requires manage_sections to write badges and read to read them', async () => {
    const { id } = await make();
    const { key: editor } = await api.makeKey('Editor');
    const { key: guest } = await api.makeKey('Guest Editor');
    const message = 'This needs the permission manage_sections';
    const body = { name: 'x', image_id: image };

    expectRefused(await api.post('/badges', body, { key: guest }), 403, 'forbidden', message);
    expectRefused(await api.put(`/badges/${id}`, {}, { key: guest }), 403, 'forbidden', message);
    expectRefused(await api.delete(`/badges/${id}`, { key: guest }), 403, 'forbidden', message);
    expectRefused(await api.get('/badges', { key: null }), 401, 'api_key_missing');
    expect((await api.get(`/badges/${id}`, { key: guest })).status).toBe(200);
    expect((await api.put(`/badges/${id}`, {}, { key: editor })).status).toBe(200);
    expect((await api.delete(`/badges/${id}`, { key: editor })).status).toBe(200);
  });
});

/** Changes the stored number of badges past the service. */
async function raiseCount(by: number): Promise<void> {
  const { version, value } = await readHead();
  const changed = { ...value, count: value.count + by };
  await new Transaction().put(recordItem(headKey, version + 1, changed)).commit();
}

describe('the number of badges', () => {
  it('returns 409 when simultaneous creates exceed 500 badges', async () => {
    const missing = MAX_BADGES - 3 - (await readHead()).value.count;
    await raiseCount(missing);
    const send = () => api.post('/badges', { name: 'Last', image_id: image });
    const replies = await Promise.all(Array.from({ length: 6 }, send));

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409]);
    expectRefused(await send(), 409, 'conflict', 'There can be at most 500 badges');
    const { id } = (await ok(api.get('/badges')))[0];
    await ok(api.delete(`/badges/${id}`));
    expect((await send()).status).toBe(200);
    await raiseCount(-missing);
  });
});
