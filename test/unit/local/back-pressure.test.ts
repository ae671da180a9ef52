import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackPressure } from '../../../infra/local/back-pressure.ts';
import { readLag } from '../../../infra/local/handlers.ts';
import { LocalWorker } from '../../../infra/local/worker.ts';
import { outboxItem, toItem } from '../../../shared/store/outbox-item.ts';
import { restoreClock, stopClock } from '../../support/clock.ts';
import { mockDatabase } from '../../support/mock-database.ts';
import { until } from '../../support/until.ts';

const table = mockDatabase();

/** Back pressure, and the delays that writes had, in milliseconds. */
function createBackPressure() {
  const delays: number[] = [];
  const backPressure = new BackPressure(ms => Promise.resolve(delays.push(ms)));
  return { backPressure, delays };
}

async function delaysAt(...lags: number[]) {
  const { backPressure, delays } = createBackPressure();
  for (const lagS of lags) {
    backPressure.setLag(lagS);
    await backPressure.delayWrite();
  }
  return delays;
}

describe('BackPressure', () => {
  it('delays no write while jobs wait for at most five seconds', async () => {
    expect(await delaysAt(0, 5)).toEqual([]);
  });

  it('delays writes longer the longer jobs wait, up to a second', async () => {
    expect(await delaysAt(6, 10, 3600)).toEqual([100, 500, 1000]);
  });
});

describe('readLag()', () => {
  beforeEach(() => stopClock());
  afterEach(restoreClock);

  it('returns how long the oldest due item of the outbox has been waiting', async () => {
    const oldest = outboxItem('kind', {}, -12);
    table
      .on(QueryCommand, { ExpressionAttributeValues: { ':pk': 'OUTBOX' }, Limit: 1 })
      .resolves({ Items: [toItem(oldest)] });
    expect(await readLag()).toBe(12);
  });

  it('returns 0 when no item is due', async () => {
    table.on(QueryCommand).resolves({});
    expect(await readLag()).toBe(0);
  });
});

describe('LocalWorker', () => {
  it('delays writes while it drains one full batch after the other, and no longer', async () => {
    const { backPressure, delays } = createBackPressure();
    const counts = [50, 50, 49];
    const handlers = {
      drain: async () => {
        await backPressure.delayWrite();
        return counts.shift() ?? 0;
      },
      readLag: () => Promise.resolve(7),
      sweep: () => Promise.resolve(),
      webhooks: () => Promise.resolve(),
    };
    const worker = new LocalWorker(handlers, backPressure);
    worker.wake();
    await until(() => expect(counts).toEqual([]));
    await worker.stop();
    await backPressure.delayWrite();
    expect(delays).toEqual([200, 200]);
  });
});
