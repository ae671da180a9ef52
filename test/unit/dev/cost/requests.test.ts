import { expect, it } from 'vitest';
import { FEED, INDEXING } from '../../../../infra/dev/cost/follow-ups.ts';
import { sum } from '../../../../infra/dev/cost/prices.ts';
import { durationMs, estimateUsage } from '../../../../infra/dev/cost/requests.ts';

const budget = { trips: 1, read: 1, write: 0 };

it('durationMs() adds the waits for calls, the work on a share of a processor, and cold starts', () => {
  // One trip of 6 ms; 2 ms of a processor, of which 512 MB get 512/1769; a hundredth of a cold start of 400 ms.
  expect(durationMs('posts/get', budget)).toBeCloseTo(6 + (2 * 1769) / 512 + 4, 10);
  // With 1,024 MB: three trips, 80 ms of a processor.
  expect(durationMs('images/create', { ...budget, trips: 3 })).toBeCloseTo(18 + (80 * 1769) / 1024 + 4, 10);
});

it('estimateUsage() counts the gateway, a function, the table and the log', () => {
  expect(estimateUsage('posts/get', budget)).toEqual({
    httpRequests: 1,
    lambdaRequests: 1,
    lambdaGbSeconds: expect.closeTo((0.5 * (6 + (2 * 1769) / 512 + 4)) / 1000, 10),
    readUnits: 1,
    writeUnits: 0,
    logGb: 1.2e-6,
    apiGb: 6e-6,
  });
});

it('estimateUsage() counts half the read units for readers', () => {
  const listBudget = { trips: 2, read: 41, write: 0 };

  expect(estimateUsage('posts/list', listBudget, { reader: true }).readUnits).toBe(20.5);
});

it('estimateUsage() includes the work that follows from a write', () => {
  const {
    readUnits = 0,
    writeUnits = 0,
    lambdaRequests,
  } = estimateUsage('posts/create', {
    trips: 2,
    read: 0,
    write: 32,
  });

  expect(writeUnits).toBe(32 + sum(INDEXING.published, FEED).writeUnits!);
  expect(readUnits).toBe(sum(INDEXING.published, FEED).readUnits);
  expect(lambdaRequests).toBe(1.5);
});
