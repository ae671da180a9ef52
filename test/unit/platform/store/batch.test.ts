import { afterEach, describe, expect, it, vi } from 'vitest';
import { nowMs } from '../../../../shared/platform/core/clock.ts';
import { writeKeys } from '../../../../shared/platform/store/batch.ts';
import { pause } from '../../../../shared/platform/store/retry.ts';
import { keyText, type Key } from '../../../../shared/platform/store/table.ts';
import { useEngines } from '../../../support/aws/engines.ts';
import { intercepted } from '../../../support/aws/intercepted.ts';
import { allItems } from '../../../support/table/table.ts';

const KEYS = Array.from({ length: 30 }, (_, index) => ({ pk: 'p', sk: `${index}` }));
const MINUTE_MS = 60_000;

vi.mock('../../../../shared/platform/store/retry.ts', { spy: true });
useEngines();

const inAMinute = () => nowMs() + MINUTE_MS;
afterEach(async () => {
  await writeKeys(KEYS, false, inAMinute());
  vi.clearAllMocks();
});

/** The keys that the table has, as texts. */
async function stored(): Promise<string[]> {
  return (await allItems()).map(({ pk, sk }) => keyText({ pk: String(pk), sk: String(sk) })).sort();
}

function texts(keys: readonly Key[]): string[] {
  return keys.map(keyText).sort();
}

/** Lets the table process only the first write of each batch while `task` runs. @returns the number of calls */
async function processingOne(task: () => Promise<void>): Promise<number> {
  let calls = 0;
  await intercepted(async (input, send) => {
    calls++;
    const [[table, requests] = ['', []]] = Object.entries<unknown[]>(input.RequestItems);
    input.RequestItems = { [table]: requests.slice(0, 1) };
    await send();
    return { UnprocessedItems: requests.length > 1 ? { [table]: requests.slice(1) } : {} };
  }, task);
  return calls;
}

describe('writeKeys()', () => {
  it('puts more keys than fit one batch, and deletes them, without a pause', async () => {
    await writeKeys(KEYS, true, inAMinute());
    expect(await stored()).toEqual(texts(KEYS));
    await writeKeys(KEYS.slice(0, 28), false, inAMinute());
    expect(await stored()).toEqual(texts(KEYS.slice(28)));
    expect(pause).not.toHaveBeenCalled();
  });

  it('sends again only what the table left unprocessed, after pauses', async () => {
    const some = KEYS.slice(0, 3);
    expect(await processingOne(() => writeKeys(some, true, inAMinute()))).toBe(3);
    expect(await stored()).toEqual(texts(some));
    expect(vi.mocked(pause).mock.calls).toEqual([[1], [2]]);
    expect(await processingOne(() => writeKeys(some, false, inAMinute()))).toBe(3);
    expect(await stored()).toEqual([]);
  });

  it('throws and writes nothing when its deadline has passed', async () => {
    await expect(writeKeys(KEYS, true, nowMs() - 1)).rejects.toThrow('The time');
    expect(await stored()).toEqual([]);
  });
});
