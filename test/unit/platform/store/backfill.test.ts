import { beforeEach, expect, it } from 'vitest';
import { ListedImages } from '../../../../shared/library/images/entries.ts';
import { Images, PENDING_IMAGES } from '../../../../shared/library/images/record.ts';
import { nowMs } from '../../../../shared/platform/core/clock.ts';
import { backfill, isBackfilled, runBackfill } from '../../../../shared/platform/store/backfill.ts';
import { putItem } from '../../../../shared/platform/store/put.ts';
import { recordItem } from '../../../../shared/platform/store/records/record.ts';
import { queryItems } from '../../../../shared/platform/store/table.ts';
import { useEngines } from '../../../support/aws/engines.ts';
import { dyingAfter, withFaults } from '../../../support/aws/faults.ts';
import { imageRecord } from '../../../support/records/media-records.ts';

useEngines();

const IDS = Array.from({ length: 20 }, (_, index) => index + 1);
const BACKFILLS = [backfill(ListedImages, timeline => timeline !== PENDING_IMAGES)];

beforeEach(async () => {
  for (const id of IDS)
    await putItem(recordItem(Images.key(id), 1, imageRecord({ id, caption: 'Elderberry' })));
});

async function countEntered(pk: string): Promise<number> {
  return (await queryItems({ pk, consistent: true })).length;
}

it('a backfill whose process dies is continued, and then says that it is done', async () => {
  await runBackfill(BACKFILLS, nowMs());
  expect(await countEntered('T#images')).toBe(0);
  await withFaults(dyingAfter(20), () => runBackfill(BACKFILLS)).catch(() => undefined);
  expect(await countEntered('T#images')).toBeLessThan(IDS.length);
  expect(await isBackfilled()).toBe(false);
  await runBackfill(BACKFILLS);
  expect(await isBackfilled()).toBe(true);
  expect(await countEntered('T#images')).toBe(IDS.length);
  expect(await countEntered('T#images-term#elderberry')).toBe(IDS.length);
  expect(await countEntered('T#images-pending')).toBe(0);
});
