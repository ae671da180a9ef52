import { beforeAll, describe, expect, it } from 'vitest';
import { withLayer } from '../../support/aws/with-layer.ts';
import { isInvokedByEvent } from '../../../infra/aws-local/lambda/background.ts';
import { plantDocuments, plantImages } from '../../support/records/media-records.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { useApi, type Call } from '../../support/api/api.ts';
import {
  aDocument,
  anImage,
  assetAnswer,
  ASSETS,
  BULK,
  listed,
  makeAsset,
} from '../../support/resources/assets.ts';
import { errorAnswer, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { sabotaged } from '../../support/api/sabotage.ts';

process.env.LOG_LEVEL = 'silent';

const api = useApi();

type Operation = 'POST' | 'PUT' | 'DELETE';

function overriding(operation: string): Call {
  return {
    ...BULK,
    headers: { 'x-http-method-override': operation },
  };
}

/** The requests that start each bulk operation. */
const WAYS: [name: string, operation: Operation, send: (items: unknown) => Promise<any>][] = [
  ['POST', 'POST', items => ok(api.post(ASSETS, items, BULK))],
  [
    'POST with X-Http-Method-Override: POST',
    'POST',
    items => ok(api.post(ASSETS, items, overriding('POST'))),
  ],
  ['POST with X-Http-Method-Override: PUT', 'PUT', items => ok(api.post(ASSETS, items, overriding('PUT')))],
  ['PUT', 'PUT', items => ok(api.put(ASSETS, items, BULK))],
  [
    'POST with X-Http-Method-Override: delete',
    'DELETE',
    items => ok(api.post(ASSETS, items, overriding('delete'))),
  ],
  ['DELETE', 'DELETE', items => ok(api.send('DELETE', ASSETS, { ...BULK, body: items }))],
];
function waysTo(operation: Operation) {
  return WAYS.filter(([, does]) => does === operation).map(([name, , send]) => ({ name, send }));
}

function failed(status_code: number, code: string, ...messages: unknown[]) {
  return {
    status_code,
    data: errorAnswer(code, ...messages),
  };
}

describe.each(waysTo('POST'))('bulk request by $name', ({ send }) => {
  it('creates assets and returns a status for each item', async () => {
    const [image, taken, document] = [await anImage(), (await makeAsset(api)).file_id, await aDocument()];
    const answer = await send([
      { file_id: image, data: { file_type: 0, file_id: 1, image_title: 'In bulk', tags: ['bulk'] } },
      { file_id: document, data: { file_type: 1 } },
      { file_id: taken, data: { file_type: 0 } },
      { file_id: 12, data: { file_type: 0 } },
      { file_id: 13, data: { file_type: 'x', tags: [1] } },
      { file_id: 14 },
      { file_id: 15, data: null },
    ]);

    expect(answer).toEqual({
      [image]: {
        status_code: 200,
        data: assetAnswer({ file_id: image, image_title: 'In bulk', tags: ['bulk'] }),
      },
      [document]: { status_code: 200, data: expect.objectContaining({ file_id: document, file_type: 1 }) },
      [taken]: failed(400, 'already_exists', 'file_id: there is an asset of this file already'),
      12: failed(400, 'invalid_input', 'file_id: there is no image with the id 12'),
      13: failed(
        400,
        'invalid_input',
        'data.tags.0: must be a string',
        'data.file_type: must be 0 (image) or 1 (file)',
      ),
      14: failed(400, 'invalid_input', 'data: is required'),
      15: failed(400, 'invalid_input', 'data: must be an object'),
    });
    expect((await listed(api, { file_id: image })).ids).toEqual([answer[image].data.id]);
  });
});

describe.each(waysTo('PUT'))('bulk request by $name', ({ send }) => {
  it('edits assets by their file ids and returns a status for each item', async () => {
    const [one, two] = [await makeAsset(api, { credit: 'Ada' }), await makeAsset(api)];
    const answer = await send([
      { file_id: one.file_id, data: { image_title: 'Edited', file_type: 0 } },
      { file_id: String(two.file_id), data: { in_trash: true } },
      { file_id: 12, data: { image_title: 'x' } },
      { file_id: 13 },
    ]);

    expect(answer).toEqual({
      [one.file_id]: {
        status_code: 200,
        data: assetAnswer({ id: one.id, file_id: one.file_id, credit: 'Ada', image_title: 'Edited' }),
      },
      [two.file_id]: { status_code: 200, data: expect.objectContaining({ id: two.id, in_trash: true }) },
      12: failed(404, 'not_found', 'There is no asset of this file'),
      13: failed(400, 'invalid_input', 'data: is required'),
    });
  });
});

describe.each(waysTo('DELETE'))('bulk request by $name', ({ send }) => {
  it('deletes assets by their file ids, returns a status for each item and keeps the files', async () => {
    const [one, two] = [await makeAsset(api), await makeAsset(api)];
    const answer = await send([
      { file_id: one.file_id },
      { file_id: two.file_id, data: {} },
      { file_id: 12, data: 'text' },
    ]);

    expect(answer).toEqual({
      [one.file_id]: { status_code: 200, data: {} },
      [two.file_id]: { status_code: 200, data: {} },
      12: failed(404, 'not_found', 'There is no asset of this file'),
    });
    for (const { id } of [one, two]) expect((await api.get(`${ASSETS}/${id}`)).status).toBe(404);
    expect((await makeAsset(api, { file_id: one.file_id })).id).not.toBe(one.id);
  });
});

describe('a bulk request of a hundred items with mixed outcomes', () => {
  let files: number[] = [];
  let taken: number[] = [];

  beforeAll(async () => {
    files = await plantImages(60);
    taken = await plantImages(20);
    await ok(
      api.post(
        ASSETS,
        taken.map(file_id => ({ file_id, data: { file_type: 0 } })),
        BULK,
      ),
    );
  });

  const items = () => [
    ...files.map(file_id => ({ file_id, data: { file_type: 0, image_title: 'Of a hundred' } })),
    ...taken.map(file_id => ({ file_id, data: { file_type: 0 } })),
    ...Array.from({ length: 20 }, (_, index) => ({ file_id: index, data: { file_type: index % 3 } })),
  ];
  const count = (answer: Record<string, { status_code: number; data: any }>) => {
    const counts: Record<string, number> = {};
    for (const { status_code, data } of Object.values(answer)) {
      const outcome = `${status_code} ${data.status?.code ?? ''}`.trim();
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    return counts;
  };

  it('reports the outcome of every item and does nothing twice when it is repeated', async () => {
    const first = await ok(api.post(ASSETS, items(), BULK));
    expect(count(first)).toEqual({ '200': 60, '400 already_exists': 20, '400 invalid_input': 20 });
    const again = await ok(api.post(ASSETS, items(), BULK));
    expect(count(again)).toEqual({ '400 already_exists': 80, '400 invalid_input': 20 });
    expect((await listed(api, { search: 'hundred' })).total).toBe(60);

    const edits = items().map(({ file_id }) => ({ file_id, data: { tags: ['again'] } }));
    for (const answer of [await ok(api.put(ASSETS, edits, BULK)), await ok(api.put(ASSETS, edits, BULK))])
      expect(count(answer)).toEqual({ '200': 80, '404 not_found': 20 });
    expect((await listed(api, { tags: 'again' })).total).toBe(80);

    const remove = () => ok(api.send('DELETE', ASSETS, { ...BULK, body: edits }));
    expect(count(await remove())).toEqual({ '200': 80, '404 not_found': 20 });
    expect(count(await remove())).toEqual({ '404 not_found': 100 });
    expect((await listed(api, { tags: 'again' })).total).toBe(0);
  });

  it('creates each asset once when the request is sent twice at the same time', async () => {
    const file_ids = await plantImages(30);
    const sent = file_ids.map(file_id => ({ file_id, data: { file_type: 0, tags: ['at-once'] } }));
    const answers = await Promise.all([1, 2].map(() => ok(api.post(ASSETS, sent, BULK))));
    for (const id of file_ids)
      expect(answers.map(answer => answer[id].status_code).sort()).toEqual([200, 400]);
    expect((await listed(api, { tags: 'at-once' })).total).toBe(30);
  });
});

describe('bulk requests', () => {
  it('refuses all items of a file that is named twice, because the response has one outcome for each file', async () => {
    const [twice, once] = [await anImage(), await anImage()];
    const answer = await ok(
      api.post(
        ASSETS,
        [
          { file_id: twice, data: { file_type: 0 } },
          { file_id: once, data: { file_type: 0 } },
          { file_id: String(twice), data: { file_type: 1 } },
        ],
        BULK,
      ),
    );
    expect(answer).toEqual({
      [twice]: failed(400, 'invalid_input', 'file_id: is named more than once in this call'),
      [once]: { status_code: 200, data: expect.anything() },
    });
    expect((await listed(api, { file_id: twice })).total).toBe(0);
  });

  it('distinguishes an image and a document with the same id by file_type', async () => {
    const id = 4_000_000_000_000_000;
    await plantImages(1, { id });
    await plantDocuments(1, { id });
    for (const file_type of [0, 1]) await ok(api.post(ASSETS, { file_type, file_id: id }));
    const edit = async (data: object) => (await ok(api.put(ASSETS, [{ file_id: id, data }], BULK)))[id];

    expect(await edit({ credit: 'x' })).toEqual(
      failed(400, 'invalid_input', 'data.file_type: an image and a document have this id; send 0 or 1'),
    );
    expect(await edit({ credit: 'x', file_type: 1 })).toMatchObject({
      status_code: 200,
      data: { file_type: 1, credit: 'x' },
    });
    expect((await listed(api, { file_id: id })).total).toBe(2);
  });

  it.skipIf(DEPLOYED)('reports 500 for an item that fails internally and completes the others', async () => {
    const file_ids = await plantImages(3);
    const sent = file_ids.map(file_id => ({ file_id, data: { file_type: 0 } }));
    const fault = Object.assign(new Error('boom'), { name: 'Oddity' });
    const answer = await sabotaged(
      fault,
      () => ok(api.post(ASSETS, sent, BULK)),
      ['TransactWriteItemsCommand'],
      1,
    );
    expect(
      Object.values(answer)
        .map((item: any) => item.status_code)
        .sort(),
    ).toEqual([200, 200, 500]);
    expect(Object.values(answer)).toContainEqual(
      failed(500, 'internal_error', expect.not.stringContaining('boom')),
    );
  });

  it('returns an empty object for an empty array', async () => {
    expect(await ok(api.post(ASSETS, [], BULK))).toEqual({});
  });

  it('returns the requested thumbnail sizes', async () => {
    const file_id = await anImage();
    const query = { bulk: 1, thumbnail_sizes: '300' };
    const answer = await ok(api.post(ASSETS, [{ file_id, data: { file_type: 0 } }], { query }));
    expect(Object.keys(answer[file_id].data.thumbnails)).toEqual(['300']);
  });

  const tooMany = Array.from({ length: 101 }, (_, file_id) => ({ file_id }));
  it.each([
    ['that is no array', { file_id: 1 }, 'body: must be an array of {file_id, data}'],
    ['of more than a hundred', tooMany, 'must have at most 100 items'],
    ['with an item without file_id', [{ file_id: 1 }, { data: {} }], '1.file_id: is required'],
    ['with an item that is no object', [7], '0: must be an object'],
  ])('returns a single 400 for a request %s', async (_name, body, message) => {
    expectRefused(await api.post(ASSETS, body, BULK), 400, 'invalid_input', message);
  });

  it('returns 400 for an unknown X-Http-Method-Override', async () => {
    expectRefused(
      await api.post(ASSETS, [], overriding('PATCH')),
      400,
      'invalid_input',
      'x-http-method-override: must be one of POST, PUT, DELETE',
    );
  });

  it.each(['PUT', 'DELETE'])('returns 400 for %s without bulk=1', async method => {
    const message = 'bulk: must be 1 here: a single asset is edited and deleted under its id';
    expectRefused(await api.send(method, ASSETS, { body: [] }), 400, 'invalid_input', message);
    expectRefused(
      await api.send(method, ASSETS, { body: [], query: { bulk: 0 } }),
      400,
      'invalid_input',
      message,
    );
  });

  it.skipIf(DEPLOYED)('processes at most eight items concurrently', async () => {
    const file_ids = await plantImages(40);
    let [underWay, most] = [0, 0];
    await withLayer(
      async ({ operation }, next) => {
        if (operation !== 'TransactWriteItems' || isInvokedByEvent()) return await next();
        most = Math.max(most, ++underWay);
        try {
          return await next();
        } finally {
          underWay--;
        }
      },
      () =>
        ok(
          api.post(
            ASSETS,
            file_ids.map(file_id => ({ file_id, data: { file_type: 0 } })),
            BULK,
          ),
        ),
    );
    expect(most).toBeLessThanOrEqual(8);
    expect(most).toBeGreaterThan(1);
  });
});
