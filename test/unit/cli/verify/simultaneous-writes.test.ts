import * as v from 'valibot';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { repairSite, verifySite } from '../../../../infra/cli/verify/table.ts';
import { restoreBadge } from '../../../../shared/taxonomy/badges/write.ts';
import { nowTs } from '../../../../shared/platform/core/clock.ts';
import { newId } from '../../../../shared/platform/core/ids.ts';
import { configureSite, parseSite } from '../../../../shared/platform/site/site.ts';
import { deleteObjects, putObject } from '../../../../shared/platform/files/objects.ts';
import { ListedImages } from '../../../../shared/library/images/entries.ts';
import { Images } from '../../../../shared/library/images/record.ts';
import { toLike } from '../../../../shared/posts/counters/likes/like.ts';
import { ownShortcode } from '../../../../shared/library/media/shortcode-owner.ts';
import { indexPosts } from '../../../../shared/posts/search/index-posts.ts';
import { SECTION } from '../../../../shared/taxonomy/sections/record.ts';
import { createSection } from '../../../../shared/taxonomy/sections/write.ts';
import { deleteItem, putItem } from '../../../../shared/platform/store/put.ts';
import { recordItem } from '../../../../shared/platform/store/records/record.ts';
import { createRelation } from '../../../../shared/platform/store/records/relation.ts';
import type { Item } from '../../../../shared/platform/store/table.ts';
import { entryKey } from '../../../../shared/platform/store/timeline.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { Preview, toPreviewItems } from '../../../../shared/posts/previews/record.ts';
import { editPost } from '../../../../shared/posts/publishing/edit.ts';
import { testWebhook } from '../../../../shared/posts/webhooks/deliveries.ts';
import { fanOut, readEvents } from '../../../../shared/posts/webhooks/fan-out.ts';
import { restoreWebhook } from '../../../../shared/posts/webhooks/write.ts';
import { badgeRecord } from '../../../support/records/badge-record.ts';
import { ADMIN, makePost, useEngines } from '../../../support/aws/engines.ts';
import { imageRecord } from '../../../support/records/media-records.ts';
import { allItems } from '../../../support/table/table.ts';

useEngines();

const image = imageRecord({ id: 70 });
const thumbnail = image.ready!['210x']!;

let sound: readonly Item[];

beforeAll(async () => {
  configureSite(parseSite({ baseUrl: 'http://127.0.0.1', mediaBaseUrl: 'http://127.0.0.1/media' }));
  await createSection(SECTION, { title: 'News', url: 'news' });
  const transaction = new Transaction().put(recordItem(Images.key(70), 1, image));
  ownShortcode(transaction, 'image', image);
  for (const entry of ListedImages.toEntries(image)) transaction.put(entryKey(entry));
  await transaction.commit();
  for (const key of new Set([image.original, ...Object.values(image.ready ?? {})]))
    await putObject({ bucket: 'media', key }, Buffer.from('picture'));
  await restoreBadge(badgeRecord());
  const { id } = (await makePost({ headline: 'Bridge opens' })).value;
  for (const body of ['one', 'two'])
    await editPost(id, { family: 'posts', input: { body }, ifMatch: undefined }, ADMIN);
  const preview = {
    id,
    created_by: 7,
    preview_id: newId(),
    expires: nowTs() + 86_400,
    digest: 'a'.repeat(64),
  };
  for (const item of toPreviewItems({ ...v.parse(Preview, preview), ...preview })) await putItem(item);
  await createRelation(toLike(id, 7));
  await indexPosts([{ id }]);
  const webhook = { id: 50, url: 'https://example.com/', actions: [], headers: {}, active: true };
  await restoreWebhook({ ...webhook, created_ts: nowTs() });
  await testWebhook(50, ADMIN);
  await fanOut(await readEvents(), []);
  // With waiting jobs to index the post, its terms may be incomplete.
  for (const { pk, sk } of await allItems())
    if (String(pk).startsWith('OUTBOX')) await deleteItem({ pk: String(pk), sk: String(sk) });
  sound = await allItems();
});
afterEach(async () => {
  for (const item of await allItems()) await deleteItem({ pk: String(item.pk), sk: String(item.sk) });
  for (const item of sound) await putItem(item);
  await putObject({ bucket: 'media', key: thumbnail }, Buffer.from('picture'));
});

async function find(pk: RegExp, sk = /./): Promise<Item & { pk: string; sk: string }> {
  const found = (await allItems()).find(item => pk.test(String(item.pk)) && sk.test(String(item.sk)));
  if (!found) throw new Error(`There is no item ${pk}.`);
  return found as Item & { pk: string; sk: string };
}

async function remove(pk: RegExp, sk?: RegExp): Promise<void> {
  await deleteItem(await find(pk, sk));
}

/** Writes an item again with other attributes. */
async function change(pk: RegExp, sk: RegExp, changed: (item: Item) => Item): Promise<void> {
  const item = await find(pk, sk);
  await putItem({ ...item, ...changed(item) });
}

const nextVersion = ({ version }: Item): Item => ({ version: Number(version) + 1 });
const nextRev = ({ rev }: Item): Item => ({ rev: Number(rev) + 1 });

/** A queue of the webhook with another delivery. */
const nextQueue = (): Promise<void> => change(/^WEBHOOK#50$/, /^lane/, nextVersion);

/** An item that a row's damage removes. */
let removed: Item & { pk: string; sk: string };
async function takeAway(pk: RegExp, sk?: RegExp): Promise<void> {
  removed = await find(pk, sk);
  await deleteItem(removed);
}

it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
  [
    'adds no list entry when the record was written',
    () => remove(/^T#published$/),
    () => change(/^POST#/, /^record$/, nextVersion),
  ],
  ['lists no preview that was revoked', () => remove(/^PREVIEWS#/), () => remove(/^PREVIEW#/)],
  ['removes no entry of a preview that was made', () => takeAway(/^PREVIEW#/), () => putItem(removed)],
  ['adds no list entry when the like was removed', () => remove(/^T#likes#/), () => remove(/^LIKE#/)],
  [
    'removes no list entry when its record was made',
    () => putItem({ pk: 'T#published', sk: '100000000001#0000000000000098' }),
    async () => putItem({ ...(await find(/^POST#/, /^record$/)), pk: 'POST#98' }),
  ],
  [
    'removes no list entry of a record that was written',
    async () => {
      const { sk } = await find(/^T#published$/);
      await putItem({ pk: 'T#tag#x', sk });
    },
    () => change(/^POST#/, /^record$/, nextVersion),
  ],
  [
    'claims no unique value when the record was written',
    () => remove(/^UNIQUE#basename#/),
    () => change(/^POST#/, /^record$/, nextVersion),
  ],
  [
    'removes no unique value that another record has claimed',
    () => putItem({ pk: 'UNIQUE#email#b@c.de', sk: 'unique', id: 99 }),
    () => change(/^UNIQUE#email#b/, /./, () => ({ id: 98 })),
  ],
  [
    'leaves a wrong head of the sections that was written',
    () => change(/^SECTIONS$/, /^!head$/, () => ({ fingerprint: 'x' })),
    () => change(/^SECTIONS$/, /^!head$/, nextRev),
  ],
  [
    'makes no head of the sections when there is one again',
    () => takeAway(/^SECTIONS$/, /^!head$/),
    () => putItem({ ...removed, rev: 9 }),
  ],
  [
    'leaves a wrong count of badges that was written',
    () => change(/^BADGES#head$/, /./, () => ({ data: '{"count":9,"next_order":2}' })),
    () => change(/^BADGES#head$/, /./, nextVersion),
  ],
  [
    'makes no thumbnail of an image that was written',
    () => deleteObjects({ bucket: 'media', key: thumbnail }, { before: new Date(1e14), keeps: () => false }),
    () => change(/^IMAGE#70$/, /^record$/, nextVersion),
  ],
  [
    'leaves terms that a worker indexes',
    () => remove(/^T#term#bridge$/),
    () => change(/^TERMS#/, /./, () => ({ token: 'other' })),
  ],
  [
    'makes no item that was deleted',
    () => change(/^LIKE#/, /./, () => ({ expires: nowTs() + 60 })),
    () => remove(/^LIKE#/),
  ],
  [
    'leaves a mark of a post that was written',
    async () => {
      const { pk } = await find(/^POST#/, /^record$/);
      await putItem({ pk: 'ORDER#0', sk: `post#${pk.slice('POST#'.length).padStart(16, '0')}`, mark: 1 });
    },
    () => change(/^POST#/, /^record$/, nextVersion),
  ],
  [
    'leaves views of a post that was made',
    () => putItem({ pk: 'POST#98', sk: 'views', count: 1 }),
    async () => putItem({ ...(await find(/^POST#/, /^record$/)), pk: 'POST#98' }),
  ],
  [
    'leaves the order of a deleted section that has expired',
    async () => {
      const tombstone = { deleted: true, id: 9, moved_to: null, tags: [], rev: 1, expires: nowTs() + 60 };
      await putItem({ pk: 'SECTIONS', sk: '0000000000000009', ...tombstone });
      await putItem({ pk: 'ORDER#9', sk: '!record', version: 1, data: '{"curated":[]}' });
    },
    () => remove(/^SECTIONS$/, /9$/),
  ],
  [
    'gives no path to a post that was written',
    () => remove(/^PATH#/),
    () => change(/^POST#/, /^record$/, nextVersion),
  ],
  [
    'gives no path that another post has taken',
    () => takeAway(/^PATH#/),
    () => putItem({ ...removed, living: new Set([98]) }),
  ],
  [
    'enqueues no delivery that waits again',
    () => takeAway(/^WEBHOOK#50$/, /^queue/),
    async () => {
      // The repair would write the same entry, and a second later another time to live.
      await putItem({ ...removed, marker: 'waits again' });
      await nextQueue();
    },
  ],
  [
    'deletes no queue that was written',
    async () => {
      await remove(/^WEBHOOK#50$/, /^queue/);
      await remove(/^WEBHOOK#50$/, /^delivery/);
    },
    nextQueue,
  ],
  [
    'makes no state of a queue that has one again',
    async () => {
      await remove(/^WEBHOOK#50$/, /^due/);
      await takeAway(/^WEBHOOK#50$/, /^lane/);
    },
    () => putItem({ ...removed, version: 9 }),
  ],
  [
    'deletes no content of a revision whose post was written',
    () => remove(/^REVISIONS#\d+$/, /^0+2$/),
    () => change(/^POST#/, /^record$/, nextVersion),
  ],
  [
    'deletes no content of a revision whose post was made again',
    async () => {
      await putItem({ pk: 'REVISIONS', sk: '100000000001#0000000000000098' });
      await putItem({ ...(await find(/^REVISIONS#\d+#contents$/)), pk: 'REVISIONS#98#contents' });
    },
    async () => putItem({ ...(await find(/^POST#/, /^record$/)), pk: 'POST#98' }),
  ],
  ['makes no due entry of a queue that was written', () => remove(/^WEBHOOK#50$/, /^due/), nextQueue],
])('verify --repair %s after it was compared', async (_, damage, writeMeanwhile) => {
  await damage();
  const found = await verifySite();
  await writeMeanwhile();
  const before = await allItems();
  expect(await repairSite(found)).not.toEqual([]);
  expect(await allItems()).toEqual(before);
});
