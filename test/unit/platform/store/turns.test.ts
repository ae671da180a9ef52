import { beforeEach, describe, expect, it } from 'vitest';
import { nowMs } from '../../../../shared/platform/core/clock.ts';
import { Conflict } from '../../../../shared/platform/core/errors.ts';
import { putItem } from '../../../../shared/platform/store/put.ts';
import { Contention } from '../../../../shared/platform/store/retry.ts';
import { queryItems } from '../../../../shared/platform/store/table.ts';
import { retryInTurn } from '../../../../shared/platform/store/turns.ts';
import { runContended } from '../../../support/aws/contended-table.ts';
import { useEngines } from '../../../support/aws/engines.ts';
import { withFaults } from '../../../support/aws/faults.ts';

const QUEUE = 'TEST#writers';

useEngines();
beforeEach(() => {
  process.env.LOG_LEVEL = 'silent';
});

/** A write that loses to others before it succeeds. */
function losing(times: number): () => Promise<string> {
  let left = times;
  return () => (left-- > 0 ? Promise.reject(new Contention('lost')) : Promise.resolve('done'));
}

/** A writer that joined before all of the test and has died. */
async function putDead(sk: string, until: number): Promise<void> {
  await putItem({ pk: QUEUE, sk: sk.padStart(16, '0'), until });
}

async function waitingWriters(): Promise<number> {
  return (await queryItems({ pk: QUEUE, consistent: true })).length;
}

describe('retryInTurn()', () => {
  it('makes no call for the queue when the first attempt succeeds', async () => {
    let calls = 0;
    const count = (): void => void calls++;
    expect(await withFaults(count, () => retryInTurn(QUEUE, losing(0)))).toBe('done');
    expect(calls).toBe(0);
  });

  it('repeats an attempt that met contention, and leaves the queue', async () => {
    expect((await runContended(() => retryInTurn(QUEUE, losing(3)))).result).toBe('done');
    expect(await waitingWriters()).toBe(0);
  });

  it('throws any other error and leaves the queue', async () => {
    const attempts = [new Contention('lost'), new Conflict('taken')];
    const failing = () => Promise.reject(attempts.shift()!);
    await expect(runContended(() => retryInTurn(QUEUE, failing))).rejects.toThrow('taken');
    expect(await waitingWriters()).toBe(0);
  });

  it('skips a writer that died in its turn after three seconds', async () => {
    await putDead('1', nowMs() + 20_000);
    const { ms } = await runContended(() => retryInTurn(QUEUE, losing(1)));
    expect(ms).toBeGreaterThan(3000);
    expect(ms).toBeLessThan(3200);
    expect(await waitingWriters()).toBe(0);
  });

  it('skips at once any number of writers whose time is over', async () => {
    for (const sk of ['1', '2', '3', '4']) await putDead(sk, nowMs() - 1);
    const { ms } = await runContended(() => retryInTurn(QUEUE, losing(1)));
    expect(ms).toBeLessThan(100);
  });

  it('skips at once a writer whose clock was ahead when it joined', async () => {
    await putDead('1', nowMs() + 600_000);
    const { ms } = await runContended(() => retryInTurn(QUEUE, losing(1)));
    expect(ms).toBeLessThan(100);
  });

  it('throws Unavailable within the time of a request when contention lasts', async () => {
    const { result, ms } = await runContended(() =>
      retryInTurn(QUEUE, losing(Infinity)).catch((error: unknown) => error),
    );
    expect(result).toMatchObject({ name: 'Unavailable' });
    expect(ms).toBeLessThan(21_000);
  });

  it('succeeds when it can’t leave the queue, where others skip its item', async () => {
    const away = (command: string): void => {
      if (command.startsWith('Delete')) throw new Error('the table is away');
    };
    await withFaults(away, () => retryInTurn(QUEUE, losing(1)));
    const { ms } = await runContended(() => retryInTurn(QUEUE, losing(1)));
    expect(ms).toBeLessThan(5000);
  });
});
