import { describe, expect, it } from 'vitest';
import { workers } from '../../../functions/events/workers.ts';
import { LocalQueue } from '../../../infra/aws-local/queues/queue.ts';
import { sleep } from '../../../shared/platform/core/clock.ts';
import { restoreClock } from '../../support/time/clock.ts';
import { VirtualClock } from '../../support/time/virtual-clock.ts';

/** The functions that a new account may run at once; a request beyond them is answered 503. */
const ACCOUNT = 10;
const API_CLIENTS = 6;
const API_MS = 120;
const PHOTOS = 40;
const THUMBNAILS_MS = 3000;
const MINUTE_MS = 60_000;

class Account {
  running = 0;
  requests = 0;
  refused = 0;

  async run(ms: number): Promise<void> {
    this.running++;
    await sleep(ms);
    this.running--;
  }

  /** A request of the API: API Gateway does not wait for a free function. */
  async request(): Promise<void> {
    this.requests++;
    if (this.running >= ACCOUNT) this.refused++;
    await (this.running >= ACCOUNT ? sleep(API_MS) : this.run(API_MS));
  }

  /** An asynchronous invocation, which Lambda repeats until a function is free. */
  async invoke(ms: number): Promise<void> {
    while (this.running >= ACCOUNT) await sleep(API_MS);
    await this.run(ms);
  }
}

/** Clients call the API while photos are uploaded, one worker runs for the outbox, and one sweep. */
async function simulate(account: Account, putTask: () => void): Promise<void> {
  let isOver = false;
  const loop = async (work: () => Promise<void>): Promise<void> => {
    while (!isOver) await work();
  };
  const background = [loop(() => account.invoke(1000)), loop(() => account.invoke(MINUTE_MS))];
  const clients = Array.from({ length: API_CLIENTS }, () => loop(() => account.request()));
  for (let count = 0; count < PHOTOS; count++) {
    putTask();
    await sleep(API_MS);
  }
  await sleep(PHOTOS * THUMBNAILS_MS);
  isOver = true;
  await Promise.all([...background, ...clients]);
}

async function run(putTaskWith: (account: Account) => () => void): Promise<Account> {
  const clock = new VirtualClock();
  const account = new Account();
  globalThis.broadsheetClock = clock;
  try {
    await clock.drive(
      () => simulate(account, putTaskWith(account)),
      () => true,
    );
    return account;
  } finally {
    restoreClock();
  }
}

describe('an account that may run ten functions at once', () => {
  it('refuses no request while 40 photos are uploaded: the queue runs two thumbnail functions', async () => {
    let made = 0;
    let most = 0;
    let running = 0;
    const { requests, refused } = await run(account => {
      const queue = new LocalQueue({
        worker: 'thumbnails',
        batchSize: 1,
        consume: async () => {
          most = Math.max(most, ++running);
          await account.invoke(THUMBNAILS_MS);
          running--;
          made++;
          return { batchItemFailures: [] };
        },
      });
      return () => void queue.send('{}', 0);
    });
    expect(refused).toBe(0);
    expect(requests).toBeGreaterThan(1000);
    expect(made).toBe(PHOTOS);
    expect(most).toBe(workers.thumbnails.maxConcurrent);
  });

  it('requests would be refused if each task invoked a function', async () => {
    const { refused } = await run(account => () => void account.invoke(THUMBNAILS_MS));
    expect(refused).toBeGreaterThan(100);
  });

  it('leaves a function for the API when all background work runs at once', () => {
    const caps = Object.values(workers).map(({ maxConcurrent }) => maxConcurrent);
    expect(ACCOUNT - caps.reduce<number>((sum, cap) => sum + cap, 0)).toBeGreaterThan(0);
  });
});
