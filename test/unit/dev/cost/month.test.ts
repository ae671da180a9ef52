import { expect, it } from 'vitest';
import { FIXED } from '../../../../infra/dev/cost/month.ts';
import { sumMonth } from '../../../../infra/dev/cost/month.ts';
import { estimateTraffic } from '../../../../infra/dev/cost/newsrooms.ts';
import { COSTS } from '../../../../infra/sites/reference/costs.ts';

const NO_TRAFFIC = {
  name: 'none',
  postsADay: 0,
  editsAPost: 0,
  viewsAMonth: 0,
  editors: 0,
  picturesADay: 0,
  archive: 0,
};

it('a site without traffic pays only for alarms and minutely functions', () => {
  const usage = sumMonth(NO_TRAFFIC, COSTS);
  const used = Object.fromEntries(Object.entries(usage).filter(([, amount]) => amount > 0));

  // Two functions run each minute of 730 hours: the sweep and the webhook deliveries.
  expect(FIXED.lambdaRequests).toBe(87_600);
  expect(FIXED.readUnits).toBe(941_700);
  // Five pollers ask each of the two queues three times a minute each.
  expect(FIXED.queueRequests).toBe(2 * 657_000);
  // The log is kept for three months.
  expect(used).toEqual({ ...FIXED, logStoredGb: expect.closeTo(3 * 0.0876, 10) });
});

it('ten posts a day make 300 drafts a month, of which three tenths are scheduled', () => {
  const { editors } = estimateTraffic({ ...NO_TRAFFIC, postsADay: 10, editsAPost: 2, picturesADay: 1 });

  expect(editors).toMatchObject({
    'drafts/create': 300,
    'drafts/edit': 210,
    'scheduled_posts/schedule': 90,
    'posts/edit': 600,
    'images/create': 30,
    'drafts/list': 0,
  });
});

it('every view is counted, and a tenth of the views requests the page from the API', () => {
  const { readers } = estimateTraffic({ ...NO_TRAFFIC, viewsAMonth: 1000 });

  expect(readers['posts/record-page-views']).toBe(1000);
  expect(readers['posts/get']).toBeCloseTo(100, 10);
  expect(readers['posts/section']).toBeCloseTo(50, 10);
  expect(readers['posts/search']).toBe(5);
});

it('the archive is paid for once in S3 and twice in the table, with its back-up', () => {
  const { tableGb, backupGb, s3Gb } = sumMonth({ ...NO_TRAFFIC, archive: 1000 }, COSTS);

  // A post takes 8 KB, fifteen list entries of 200 bytes and 300 of 170 bytes for its words, and two pictures of 4 MB.
  expect(tableGb).toBeCloseTo((1000 * (8 + 3 + 51)) / 1e6, 10);
  expect(backupGb).toBe(tableGb);
  expect(s3Gb).toBeCloseTo(8, 10);
});
