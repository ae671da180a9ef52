import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Clock } from '../../../shared/platform/core/clock.ts';
import { Documents } from '../../../shared/library/documents/record.ts';
import { Images } from '../../../shared/library/images/record.ts';
import { getItem } from '../../../shared/platform/store/table.ts';
import { restoreClock, stopClock } from '../../support/time/clock.ts';
import { anotherInstance } from '../../support/aws/instance.ts';
import { useApi, type Api } from '../../support/api/api.ts';
import { anImage, makeAsset } from '../../support/resources/assets.ts';
import { sample } from '../../support/resources/documents.ts';
import { filePart, quartered, sendForm } from '../../support/resources/images.ts';
import { makePost, ok } from '../../support/resources/posts.ts';

/** Follow-up jobs would draw ids in the first instance only, and thumbnails change the records of images. */
const api = useApi({}, undefined, handlers => ({
  ...handlers,
  drain: () => Promise.resolve(0),
  sweep: () => Promise.resolve(),
  webhooks: () => Promise.resolve(),
  thumbnails: () => Promise.resolve({ batchItemFailures: [] }),
}));
let other: Awaited<ReturnType<typeof anotherInstance>>;
/** A webhook that gets test deliveries. */
let tested: number;
beforeAll(async () => {
  other = await anotherInstance(api);
  tested = (await ok(api.post('/webhooks', { url: 'https://hooks.example.com/' }))).id;
});
afterAll(() => other.close());

/** Each test has a moment of its own, in which both instances draw the same ids. */
let seconds = 1000;
beforeEach(() => {
  stopClock((seconds += 10));
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  restoreClock();
});

let names = 0;
const WAYS: Record<string, (on: Api) => Promise<number>> = {
  post: async on => (await makePost(on)).id,
  section: async on => {
    const url = `section-${++names}`;
    return (await ok(on.post('/sections', { title: url, url, status: 2 }))).id;
  },
  author: async on => (await ok(on.post('/api/1.1/authors', { first_name: 'Ann' }))).id,
  'API key': async on =>
    (await ok(on.post('/api_keys', { author_id: api.stack.adminAuthorId, label: 'Local' }))).id,
  badge: async on => (await ok(on.post('/badges', { name: 'Local', image_id: await anImage() }))).id,
  'media asset': async on => (await makeAsset(on)).id,
  upload: async on => {
    const file = { filename: 'a.pdf', content_type: 'application/pdf', size: 10 };
    return (await ok(on.post('/uploads', file))).upload_id;
  },
  webhook: async on => (await ok(on.post('/webhooks', { url: 'https://hooks.example.com/' }))).id,
  delivery: async on => (await ok(on.post(`/webhooks/${tested}/test`))).id,
};

it.each(Object.entries(WAYS))(
  'two instances assign different ids to a new %s in the same moment',
  async (_, make) => {
    const one = await make(api);
    expect(await make(other.api)).not.toBe(one);
  },
);

// Their files are stored under the id before the record, so these draw no other id: the request is refused, and can be repeated.
it.each([
  ['document', '/documents', Documents.key, () => Promise.resolve(sample('pdf'))],
  ['image', '/images', Images.key, async () => filePart(await quartered(40, 30))],
])('a new %s never replaces a record with the same id', async (_, path, toKey, part) => {
  const send = async (on: Api) => await sendForm(on, path, [await part()]);
  const { id } = await ok(send(api));
  const record = await getItem(toKey(id), { consistent: true });
  let passedMs = 0;
  // Only the time for repeated attempts passes: the gateway would refuse a request that seems to wait so long.
  const elapsed = vi.spyOn(globalThis.broadsheetClock as Required<Clock>, 'elapsedMs');
  elapsed.mockImplementation(() => (passedMs += 100_000));
  expect((await send(other.api)).status).toBe(503);
  expect(elapsed).toHaveBeenCalled();
  expect(await getItem(toKey(id), { consistent: true })).toEqual(record);
});
