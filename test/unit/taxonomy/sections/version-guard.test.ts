import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sectionsGuard } from '../../../../shared/taxonomy/sections/version-guard.ts';
import { putItem } from '../../../../shared/platform/store/put.ts';
import { Contention, pause } from '../../../../shared/platform/store/retry.ts';
import { restoreClock, shortenSleeps } from '../../../support/time/clock.ts';
import { useEngines } from '../../../support/aws/engines.ts';
import { intercepted } from '../../../support/aws/intercepted.ts';
import { allItems } from '../../../support/table/table.ts';

vi.mock('../../../../shared/platform/store/retry.ts', { spy: true });
useEngines();

const ALL = Array.from({ length: 32 }, (_, number) => `FENCE#${number}`);

/** The revs of all guard items by their keys. */
async function readRevs(): Promise<Record<string, unknown>> {
  return Object.fromEntries((await allItems()).map(({ pk, rev }) => [String(pk), rev]));
}

function allAt(rev: number): Record<string, number> {
  return Object.fromEntries(ALL.map(pk => [pk, rev]));
}

async function setAll(rev: number): Promise<void> {
  for (const pk of ALL) await putItem({ pk, sk: 'fence', rev });
}

/** Raises the guard while another transaction holds one item in so many attempts. @returns the number of attempts */
async function raise(rev: number, held?: { pk: string; times: number }): Promise<number> {
  let attempts = 0;
  await intercepted(
    async (input, send) => {
      const keys = (input.TransactItems as any[]).map(({ Put }) => String(Put.Item.pk));
      if (++attempts > (held?.times ?? 0) || !keys.includes(held!.pk)) return await send();
      const CancellationReasons = keys.map(key => ({
        Code: key === held!.pk ? 'TransactionConflict' : 'None',
      }));
      throw new TransactionCanceledException({ $metadata: {}, message: 'cancelled', CancellationReasons });
    },
    () => sectionsGuard.raise(rev),
  );
  return attempts;
}

beforeEach(async () => {
  await setAll(3);
  shortenSleeps();
});
afterEach(() => {
  restoreClock();
  vi.clearAllMocks();
});

describe('sectionsGuard.raise()', () => {
  it('raises all items that are lower in one transaction', async () => {
    expect(await raise(7)).toBe(1);
    expect(await readRevs()).toEqual(allAt(7));
  });

  it('leaves out items that are as high or higher already, without a pause', async () => {
    await putItem({ pk: 'FENCE#3', sk: 'fence', rev: 7 });
    await putItem({ pk: 'FENCE#4', sk: 'fence', rev: 9 });
    expect(await raise(7)).toBe(2);
    expect(await readRevs()).toEqual({ ...allAt(7), 'FENCE#4': 9 });
    expect(pause).not.toHaveBeenCalled();
  });

  it('does nothing more when all items are as high already', async () => {
    await setAll(7);
    expect(await raise(7)).toBe(1);
    expect(await readRevs()).toEqual(allAt(7));
  });

  it('raises all items although some transaction holds one of them for long', async () => {
    await raise(7, { pk: 'FENCE#9', times: 15 });
    expect(await readRevs()).toEqual(allAt(7));
  });

  it('raises all others, and throws Contention, when an item is held each time', async () => {
    await expect(raise(7, { pk: 'FENCE#9', times: Infinity })).rejects.toThrow(Contention);
    expect(await readRevs()).toEqual({ ...allAt(7), 'FENCE#9': 3 });
    expect(vi.mocked(pause).mock.calls.length).toBeGreaterThan(5);
  });
});
