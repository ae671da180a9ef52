import { expect, it } from 'vitest';
import {
  parsePrices,
  PRICES,
  computeBill,
  computeDollars,
  sum,
  times,
} from '../../../../infra/dev/cost/prices.ts';

const { date, region, prices } = PRICES;

it('sum() and times() add and multiply usage', () => {
  expect(sum({ readUnits: 2, s3Gets: 1 }, { readUnits: 3, writeUnits: 4 }, {})).toEqual({
    readUnits: 5,
    s3Gets: 1,
    writeUnits: 4,
  });
  expect(times(3, { readUnits: 2, alarms: 0 })).toEqual({ readUnits: 6, alarms: 0 });
});

it('computeBill() has a line for each service', () => {
  // 8 million read units at 0.125, 2 million write units at 0.625 and 4 GB at 0.25; 5,000 PUTs at 0.005 per thousand.
  const bill = computeBill({ readUnits: 8e6, writeUnits: 2e6, tableGb: 4, s3Puts: 5000 }, PRICES);

  expect([...bill]).toEqual([
    ['DynamoDB', 1 + 1.25 + 1],
    ['S3', 0.025],
  ]);
});

it('computeDollars() leaves out what the free tier covers', () => {
  // The free tier covers the first of 1.5 million invocations and all 20 GB of the table.
  const usage = { lambdaRequests: 1.5e6, tableGb: 20 };

  expect(computeDollars(usage, PRICES)).toBeCloseTo(0.3 + 5, 10);
  expect(computeDollars(usage, PRICES, true)).toBeCloseTo(0.1, 10);
});

it('parsePrices() requires every price with its source, and refuses unknown ones', () => {
  const { alarms, ...others } = prices;

  expect(() => parsePrices({ date, region, prices: others })).toThrow(/alarms/);
  expect(() => parsePrices({ date, region, prices: { ...prices, horses: alarms } })).toThrow(/horses/);
  expect(() => parsePrices({ date: 'today', region, prices })).toThrow(/date/);
  expect(() =>
    parsePrices({ date, region, prices: { ...prices, alarms: { ...alarms, usd: -1 } } }),
  ).toThrow();
  expect(() =>
    parsePrices({ date, region, prices: { ...prices, alarms: { ...alarms, source: '' } } }),
  ).toThrow();
});
