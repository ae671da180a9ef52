import { afterAll, beforeAll, expect, it } from 'vitest';
import { repairSite, toText, verifySite } from '../../../../infra/cli/verify/table.ts';
import { Assets } from '../../../../shared/library/dam/assets.ts';
import { Images } from '../../../../shared/library/images/record.ts';
import { Authors } from '../../../../shared/people/authors/record.ts';
import { putItem } from '../../../../shared/platform/store/put.ts';
import { recordItem } from '../../../../shared/platform/store/records/record.ts';
import { postKey } from '../../../../shared/posts/record/record.ts';
import { enqueueFileCleanup } from '../../../../shared/library/uploads/cleanup.ts';
import { putObject } from '../../../../shared/platform/files/objects.ts';
import { configureSite, parseSite } from '../../../../shared/platform/site/site.ts';
import { restoreBadge } from '../../../../shared/taxonomy/badges/write.ts';
import { useEngines } from '../../../support/aws/engines.ts';
import { assetRecord } from '../../../support/records/asset-record.ts';
import { authorRecord } from '../../../support/records/author-record.ts';
import { postRecord } from '../../../support/records/post-record.ts';
import { badgeRecord } from '../../../support/records/badge-record.ts';
import { advanceClock, restoreClock, stopClock } from '../../../support/time/clock.ts';

useEngines();
beforeAll(() => {
  configureSite(parseSite({ baseUrl: 'http://127.0.0.1', mediaBaseUrl: 'http://127.0.0.1/media' }));
  stopClock();
});
afterAll(restoreClock);

const HOUR_S = 3600;

async function verify(): Promise<string[]> {
  return (await verifySite()).map(toText);
}

it('keeps files whose record is lost, and names the record, but not those of an upload that may still commit', async () => {
  await putObject({ bucket: 'media', key: 'images/80/original/a.jpg' }, Buffer.from('picture'));
  expect(await verify()).toEqual([]);
  advanceClock(HOUR_S + 1);
  const lost = ['record: IMAGE#80 / record is lost: only its files are left, in media/images/80/'];
  expect(await verify()).toEqual(lost);
  await repairSite(await verifySite());
  expect(await verify()).toEqual(lost);
  await enqueueFileCleanup('images/80/original/', Images.key(80));
  expect(await verify()).toEqual([]);
});

it('takes away the job that would delete the files of a lost picture that another record names', async () => {
  await restoreBadge(badgeRecord({ image_id: 81 }));
  await enqueueFileCleanup('images/81/original/', Images.key(81));
  const lost = 'record: IMAGE#81 / record is lost: BADGE';
  expect(await verify()).toEqual([expect.stringMatching(`^${lost}.* names it; a job will delete its files`)]);
  await repairSite(await verifySite());
  expect(await verify()).toEqual([expect.stringMatching(`^${lost}.* names it$`)]);
});

it.each([
  ['a post', () => recordItem(postKey(1), 1, postRecord({ id: 1, image_id: 90 })), 'IMAGE#90'],
  ['an author', () => recordItem(Authors.key(2), 1, authorRecord({ id: 2, image_id: 91 })), 'IMAGE#91'],
  [
    'an asset',
    () => recordItem(Assets.key(3), 1, assetRecord({ id: 3, file_type: 1, file_id: 92 })),
    'DOCUMENT#92',
  ],
])('lists what %s names without a record', async (_what, make, lost) => {
  await putItem(make());
  expect(await verify()).toContainEqual(
    expect.stringMatching(`^record: ${lost} / record is lost: .* names it$`),
  );
});
