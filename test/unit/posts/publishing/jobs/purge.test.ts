import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { nowTs } from '../../../../../shared/platform/core/clock.ts';
import { afterEach, expect, it } from 'vitest';
import { readRecord } from '../../../../../shared/posts/record/read.ts';
import { likesKey, viewsKey } from '../../../../../shared/posts/record/record.ts';
import { editPost } from '../../../../../shared/posts/publishing/edit.ts';
import { purgeRemoved } from '../../../../../shared/posts/publishing/jobs/purge.ts';
import { thinRevisions } from '../../../../../shared/posts/publishing/jobs/thin-revisions.ts';
import { removePost } from '../../../../../shared/posts/publishing/remove.ts';
import { SECTION } from '../../../../../shared/taxonomy/sections/record.ts';
import { createSection } from '../../../../../shared/taxonomy/sections/write.ts';
import { Transaction } from '../../../../../shared/platform/store/transaction.ts';
import { ADMIN, makePost, useEngines } from '../../../../support/aws/engines.ts';
import { beforeFirst, withFaults } from '../../../../support/aws/faults.ts';
import { randomFrom } from '../../../../support/values/random.ts';
import { drain } from '../../../../support/table/outbox.ts';
import { allItems } from '../../../../support/table/table.ts';
import { restoreClock, stopClock } from '../../../../support/time/clock.ts';

useEngines();
afterEach(() => {
  restoreClock();
});

const DAY = 86_400;
async function removed(fields = {}): Promise<number> {
  const { id } = (await makePost(fields)).value;
  await removePost(id, 'posts', ADMIN, undefined);
  return id;
}

/**
 * All items of the table that name a post, without the entries of its former paths, which stay and lead nowhere, and without its changes,
 * the mark of its month's sitemap and the audit trail, which expire after a day, two days or a year.
 */
async function traces(id: number): Promise<string[]> {
  const items = (await allItems()).filter(
    ({ pk }) => !/^(?:(?:PATH|SAFE#sitemap|AUDIT)#|CHANGES)/.test(String(pk)),
  );
  return items.map(item => JSON.stringify(item)).filter(text => text.includes(String(id)));
}

async function objects(id: number): Promise<unknown[]> {
  const files = new S3Client({ forcePathStyle: true });
  const Bucket = process.env.CONTENT_BUCKET;
  const { Contents = [] } = await files.send(new ListObjectsV2Command({ Bucket, Prefix: `content/${id}/` }));
  files.destroy();
  return Contents;
}

it('purgeRemoved() deletes everything of a post, including large content, after the retention period', async () => {
  const { value: section } = await createSection(SECTION, { title: 'S', url: 's', tags: ['t1'] });
  const draw = randomFrom(1);
  const body = Array.from({ length: 20_000 }, () => draw().toString(36)).join(' ');
  const tags = Array.from({ length: 100 }, (_, index) => `t${index}`);
  const id = await removed({ body, tags, sections: [section.id, 0], provider_post_id: 'ext' });
  await new Transaction()
    .put({ ...viewsKey(id), n: 3 })
    .put({ ...likesKey(id), n: 3 })
    .commit();

  expect(await purgeRemoved(nowTs() + 89 * DAY)).toBe(0);
  expect((await traces(id)).length).toBeGreaterThan(0);
  expect(await purgeRemoved(nowTs() + 90 * DAY + 1)).toBe(1);
  const revisions = (await traces(id)).filter(text => !text.includes('"pk":"OUTBOX"'));
  expect(revisions.every(text => text.includes('"pk":"REVISIONS'))).toBe(true);
  expect(await objects(id)).toHaveLength(1);
  await thinRevisions(() => true, nowTs() + 90 * DAY);
  stopClock(2 * 3600);
  await drain();
  expect([...(await traces(id)), ...(await objects(id))]).toEqual([]);
  expect(await purgeRemoved(nowTs() + 900 * DAY)).toBe(0);
});

it('purgeRemoved() keeps a restored post, and one that was removed again later', async () => {
  const restored = await removed();
  const edit = { family: 'posts' as const, input: {}, ifMatch: undefined };
  await editPost(restored, { ...edit, action: 'restore' }, ADMIN);
  expect(await purgeRemoved(nowTs() + 91 * DAY)).toBe(0);
  stopClock(50 * DAY);
  await removePost(restored, 'posts', ADMIN, undefined);
  expect(await purgeRemoved(nowTs() + 89 * DAY)).toBe(0);
  expect(await purgeRemoved(nowTs() + 91 * DAY)).toBe(1);
});

it('purgeRemoved() keeps a post that is restored between its read and its deletion', async () => {
  process.env.LOG_LEVEL = 'silent';
  const id = await removed();
  const edit = { family: 'posts' as const, input: {}, ifMatch: undefined };
  const restore = () => editPost(id, { ...edit, action: 'restore' }, ADMIN);
  const purge = () => purgeRemoved(nowTs() + 91 * DAY);
  expect(await withFaults(beforeFirst('TransactWriteItemsCommand', restore), purge)).toBe(0);
  expect((await readRecord(id)).value.status).toBe('published');
});

it('purgeRemoved() continues with other posts when one fails', async () => {
  process.env.LOG_LEVEL = 'silent';
  await removed();
  await removed();
  let failed = false;
  const failsOnce = (command: string): void => {
    if (failed || !command.startsWith('TransactWrite')) return;
    failed = true;
    throw new Error('bad luck');
  };
  expect(await withFaults(failsOnce, () => purgeRemoved(nowTs() + 91 * DAY))).toBe(1);
  expect(await purgeRemoved(nowTs() + 91 * DAY)).toBe(1);
});
