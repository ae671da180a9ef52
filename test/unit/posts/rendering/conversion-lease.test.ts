import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nowTs } from '../../../../shared/platform/core/clock.ts';
import { convertUnderLease } from '../../../../shared/posts/rendering/conversion-lease.ts';
import { deleteItem, putItem } from '../../../../shared/platform/store/put.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';
import { restoreClock, stopClock } from '../../../support/time/clock.ts';
import { useEngines } from '../../../support/aws/engines.ts';

useEngines();

const OWNER = 'a';
const LEASE = { pk: 'SAFE#conversions', sk: String(OWNER.charCodeAt(0) % 4) };

beforeEach(async () => {
  process.env.LOG_LEVEL = 'silent';
  stopClock();
  await deleteItem(LEASE);
});
afterEach(restoreClock);

/** Nothing is stored by the first `reads` reads. */
function storedAfter(reads: number): () => Promise<string | undefined> {
  return () => Promise.resolve(reads-- > 0 ? undefined : 'stored');
}

function hold(until: number): Promise<void> {
  return putItem({ ...LEASE, token: 'other', until });
}

describe('convertUnderLease()', () => {
  it('converts under a lease that has never been held, that was released, whose holder died, or that a clock ahead has taken', async () => {
    const convert = vi.fn(() => Promise.resolve('converted'));
    const nothing = () => undefined;
    for (const prepare of [nothing, nothing, () => hold(nowTs() - 1), () => hold(nowTs() + 31)]) {
      await prepare();
      expect(await convertUnderLease(OWNER, storedAfter(1), convert)).toBe('converted');
      expect(await getItem(LEASE, { consistent: true })).toMatchObject({ until: 0 });
    }
    expect(convert).toHaveBeenCalledTimes(4);
  });

  it('waits for what the holder of the lease stores', async () => {
    await hold(nowTs() + 20);
    const convert = vi.fn(() => Promise.resolve('converted'));
    expect(await convertUnderLease(OWNER, storedAfter(1), convert)).toBe('stored');
    expect(convert).not.toHaveBeenCalled();
    expect(await getItem(LEASE, { consistent: true })).toMatchObject({ token: 'other' });
  });

  it('does not release a lease that another process has taken over', async () => {
    const until = nowTs() + 40;
    await convertUnderLease(OWNER, storedAfter(1), async () => {
      await hold(until);
      return 'converted';
    });
    expect(await getItem(LEASE, { consistent: true })).toMatchObject({ token: 'other', until });
  });
});
