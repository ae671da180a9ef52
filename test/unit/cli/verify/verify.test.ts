import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { repairSite, toText, verifySite } from '../../../../infra/cli/verify/table.ts';
import { restoreAuthor } from '../../../../shared/people/authors/write.ts';
import { restoreBadge } from '../../../../shared/taxonomy/badges/write.ts';
import { configureSite, parseSite } from '../../../../shared/platform/site/site.ts';
import { saveAsset } from '../../../../shared/library/dam/save.ts';
import { restoreDocument } from '../../../../shared/library/documents/write.ts';
import { deleteObjects, putObject } from '../../../../shared/platform/files/objects.ts';
import { toFollow } from '../../../../shared/taxonomy/follows/follow.ts';
import { ListedImages } from '../../../../shared/library/images/entries.ts';
import { Images, PENDING_IMAGES } from '../../../../shared/library/images/record.ts';
import { authenticate } from '../../../../shared/people/keys/authenticate.ts';
import { ensureAdminKey } from '../../../../shared/people/keys/first-admin.ts';
import { ApiKeys, lookupKey } from '../../../../shared/people/keys/record.ts';
import { storeKey } from '../../../../shared/people/keys/write.ts';
import { nowTs } from '../../../../shared/platform/core/clock.ts';
import { deleteItem } from '../../../../shared/platform/store/put.ts';
import { toLike } from '../../../../shared/posts/counters/likes/like.ts';
import { ownShortcode } from '../../../../shared/library/media/shortcode-owner.ts';
import { SECTION } from '../../../../shared/taxonomy/sections/record.ts';
import { createSection } from '../../../../shared/taxonomy/sections/write.ts';
import { INDEX_POST } from '../../../../shared/platform/store/outbox/outbox-item.ts';
import { dueItems, processItem } from '../../../../shared/platform/store/outbox/outbox.ts';
import { recordItem } from '../../../../shared/platform/store/records/record.ts';
import { createRelation } from '../../../../shared/platform/store/records/relation.ts';
import { entryKey } from '../../../../shared/platform/store/timeline.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { indexPosts } from '../../../../shared/posts/search/index-posts.ts';
import { assetRecord } from '../../../support/records/asset-record.ts';
import { authorRecord } from '../../../support/records/author-record.ts';
import { badgeRecord } from '../../../support/records/badge-record.ts';
import { makePost, useEngines } from '../../../support/aws/engines.ts';
import { documentRecord, imageRecord } from '../../../support/records/media-records.ts';
import { change, put, remove } from '../../../support/table/damage.ts';

useEngines();

const image = imageRecord({ id: 70 });
const document = documentRecord({ id: 71 });
let post: number;
let long: number;

beforeAll(async () => {
  configureSite(parseSite({ baseUrl: 'http://127.0.0.1', mediaBaseUrl: 'http://127.0.0.1/media' }));
  await ensureAdminKey('k'.repeat(64), { name: 'admin', email: undefined });
  await restoreAuthor(authorRecord({ email: 'Ada@Example.com' }));
  await createSection(SECTION, { title: 'News', url: 'news', tags: ['bridge'] });
  const transaction = new Transaction().put(recordItem(Images.key(70), 1, image));
  ownShortcode(transaction, 'image', image);
  for (const entry of ListedImages.toEntries(image)) transaction.put(entryKey(entry));
  await transaction.commit();
  for (const key of new Set([image.original, ...Object.values(image.ready ?? {})]))
    await putObject({ bucket: 'media', key }, Buffer.from('picture'));
  await restoreDocument(document, Buffer.from('minutes'));
  await restoreBadge(badgeRecord());
  await saveAsset(null, assetRecord({ tags: ['river'], image_title: 'Old bridge' }));
  post = (await makePost({ headline: 'Bridge opens', tags: ['bridge'], body: '<p>Council votes</p>' })).value
    .id;
  // It does not become smaller, so the body is stored as an object; a comment has no words.
  const noise = randomBytes(70_000).toString('base64');
  long = (await makePost({ headline: 'Archive', body: `<p>Minutes</p><!--${noise}-->` })).value.id;
  await makePost({ headline: 'Later' }, 'draft');
  await createRelation(toLike(post, 7));
  await createRelation(toFollow(7, 1));
  await indexPosts([{ id: post }, { id: long }]);
});

async function removeObject(key: string): Promise<void> {
  await deleteObjects({ bucket: 'media', key }, { before: new Date(1e14), keeps: () => false });
}

/** Runs the jobs that make search terms again, as the worker does. */
async function runIndexJobs(): Promise<void> {
  for (const item of await dueItems())
    if (item.kind === INDEX_POST) await processItem(item, job => indexPosts([job]).then(() => undefined));
}

describe('npm run verify', () => {
  it('finds nothing wrong with API keys that were used, or expired and are partly deleted', async () => {
    await authenticate('k'.repeat(64), { address: '203.0.113.7' });
    const { author_id } = await storeKey('e'.repeat(64), { author_id: 7, label: '', expires_ts: nowTs() });
    for (const [key, half] of [
      ['f'.repeat(64), 'record'],
      ['g'.repeat(64), 'look-up'],
    ] as const) {
      const { id, hash } = await storeKey(key, { author_id, label: '', expires_ts: nowTs() });
      await deleteItem(half === 'record' ? ApiKeys.key(id) : lookupKey(hash));
    }
    await storeKey('h'.repeat(64), { author_id, label: '', expires_ts: nowTs() + 1000 });
    expect((await verifySite()).map(toText)).toEqual([]);
  });

  it('finds nothing in a sound site', async () => {
    expect((await verifySite()).map(toText)).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['a missing list entry', () => remove(/^T#published$/), /^list: T#published .* is missing for POST#/],
    [
      'a missing list entry of an author',
      () => remove(/^T#authors$/),
      /^list: T#authors .* is missing for AUTHOR#/,
    ],
    [
      'an entry of no post',
      () => put({ pk: 'T#published', sk: '100000000001#0000000000000099' }),
      /^list: .*POST#99 .*does not exist/,
    ],
    [
      'an entry of a tag that the post lacks',
      () => put({ pk: 'T#tag#x', sk: `100000000001#${String(post).padStart(16, '0')}` }),
      /^list: T#tag#x .*is otherwise/,
    ],
    ['a missing entry of an asset', () => remove(/^T#assets#.*#term#/), /^list: T#assets/],
    [
      'a wrong weight of an asset',
      () => change(/^T#assets#.*#term#/, undefined, { weight: 900 }),
      /^list: T#assets.* differs from ASSET/,
    ],
    ['a missing entry of a like', () => remove(/^T#likes#/), /^list: T#likes/],
    ['a missing entry of a follow', () => remove(/^T#followers#/), /^list: T#followers/],
    [
      'a missing basename',
      () => remove(/^UNIQUE#basename#/),
      /^unique value: UNIQUE#basename.* is missing for POST/,
    ],
    [
      'a missing email',
      () => remove(/^UNIQUE#email#/),
      /^unique value: UNIQUE#email.* is missing for AUTHOR#7/,
    ],
    [
      'a unique value of another owner',
      () => change(/^UNIQUE#section_url/, undefined, { id: 99 }),
      /^unique value: .* does not name SECTIONS/,
    ],
    [
      'a unique value without a record',
      () => put({ pk: 'UNIQUE#email#b@c.de', sk: 'unique', id: 99 }),
      /claimed by no record/,
    ],
    [
      'a missing owner of a shortcode',
      () => remove(/^SHORTCODE#a/),
      /^look-up: SHORTCODE#.* is missing for IMAGE#70/,
    ],
    [
      'a look-up of a revoked API key',
      () => put({ pk: 'API_KEY#ff', sk: 'lookup', id: 9, author_id: 7, permissions: null }),
      /^look-up: API_KEY#ff .*no record/,
    ],
    ['a missing look-up of an API key', () => remove(/^API_KEY#/), /^look-up: API_KEY#/],
    [
      'a wrong count of likes',
      () => change(/^POST#/, /^likes$/, { count: 5 }),
      /^number: POST#.* is 5, but there are 1 likes/,
    ],
    ['likes of no post', () => createRelation(toLike(99, 7)), /^number: POST#99 .* of no post/],
    [
      'a wrong fingerprint of the sections',
      () => change(/^SECTIONS$/, /^!head$/, { fingerprint: 'x' }),
      /^number: SECTIONS .*does not agree/,
    ],
    [
      'a missing head of the sections',
      () => remove(/^SECTIONS$/, /^!head$/),
      /^number: SECTIONS .*is missing/,
    ],
    [
      'a wrong count of badges',
      () => change(/^BADGES#head$/, undefined, { data: '{"count":9,"next_order":2}' }),
      /^number: BADGES#head/,
    ],
    ['a missing term', () => remove(/^T#term#council$/), /^terms: TERMS#.* 1 missing/],
    [
      'a superfluous term',
      () => put({ pk: 'T#term#zebra', sk: `100000000001#${String(post).padStart(16, '0')}` }),
      /^terms: T#term#zebra/,
    ],
    ['a missing note of terms', () => remove(/^TERMS#/), /^terms: TERMS#.*no right note/],
    ['terms of a text in S3 that are missing', () => remove(/^T#term#archive$/), /^terms: TERMS#/],
    [
      'a job of an unknown kind',
      () => put({ pk: 'OUTBOX', sk: '200000000000#0000000000000001#a', kind: 'x', job: '{}', attempts: 0 }),
      /^job: OUTBOX .*no job of the kind x/,
    ],
    ['the rest of a damaged key', () => put({ pk: '\u0001#x', sk: 'y' }), /leads to no record/],
    ['a missing thumbnail', () => removeObject(image.ready!['210x']!), /^object: .*thumbnail of IMAGE#70/],
  ])('finds %s, repairs it, and then finds nothing', async (_what, damage, expected) => {
    await damage();
    const found = await verifySite();
    expect(found.map(toText)).toContainEqual(expect.stringMatching(expected));
    expect(await repairSite(found)).toEqual([]);
    expect((await verifySite()).map(toText)).toEqual([]);
    await runIndexJobs();
    expect((await verifySite()).map(toText)).toEqual([]);
  });

  it('makes all thumbnails of a picture again when one is missing', async () => {
    const { value, version } = (await Images.find(70, { consistent: true }))!;
    const isReady = { ...value, thumbnails_status: 'ready', ready: image.ready } as const;
    await new Transaction()
      .put(recordItem(Images.key(70), version + 1, isReady))
      .delete(entryKey({ timeline: PENDING_IMAGES, ts: value.task_ts, id: 70 }))
      .commit();
    await removeObject(image.ready!['210x']!);
    await repairSite(await verifySite());
    expect((await Images.find(70, { consistent: true }))?.value).toMatchObject({
      thumbnails_status: 'pending',
      ready: null,
    });
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['the file of a document', () => removeObject(document.key), /^object: .*file of DOCUMENT#71/],
    [
      'the text of a post',
      () => remove(new RegExp(`^POST#${post}$`), /^content$/),
      /^content: .*the text of .* is lost/,
    ],
    [
      'a post whose text remains',
      () => remove(new RegExp(`^POST#${long}$`), /^record$/),
      /^record: .*only content is left/,
    ],
    [
      'a picture whose files remain',
      () => remove(/^IMAGE#70$/, /^record$/),
      /^record: IMAGE#70 .*is lost: (?:ASSET|BADGE)/,
    ],
    [
      'a readable author',
      () => change(/^AUTHOR#7$/, /^record$/, { data: '{}' }),
      /^record: AUTHOR#7 .*unreadable/,
    ],
  ])('reports %s as lost, and writes nothing for it', async (_what, damage, expected) => {
    await damage();
    const found = await verifySite();
    const lost = found.filter(({ repair }) => !repair);
    expect(lost.map(toText)).toContainEqual(expect.stringMatching(expected));
    expect(await repairSite(found.filter(({ repair }) => repair))).toEqual([]);
    expect((await verifySite()).map(toText).sort()).toEqual(lost.map(toText).sort());
  });
});
