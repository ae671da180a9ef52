import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Unavailable } from '../../../../shared/platform/core/errors.ts';
import { Leases } from '../../../../shared/posts/search/leases.ts';
import { indexedIn, readNotes, type Indexed } from '../../../../shared/posts/search/note.ts';
import { recordSleeps, restoreClock } from '../../../support/time/clock.ts';
import { useEngines } from '../../../support/aws/engines.ts';
import { beforeFirst, withFaults } from '../../../support/aws/faults.ts';
import { withRepeatedCalls } from '../../../support/aws/repeated-calls.ts';

useEngines();

const NOW = 1_800_000_000_000;
const LEASE_MS = 60_000;
/** When leases of NOW are over. */
const LATER = NOW + LEASE_MS + 1;
const TERMS: Indexed = { ts: 5, terms: ['a', 'b c'], complete: true };

/** New ids for each test, whose notes share one table. */
let [first, second] = [0, 1];
beforeEach(() => {
  first += 10;
  second += 10;
});

afterEach(() => {
  restoreClock();
  vi.restoreAllMocks();
});

/** The commands of the calls to the table during `work`. */
async function recordCommands(work: () => Promise<unknown>): Promise<string[]> {
  const commands: string[] = [];
  await withFaults(
    command => {
      commands.push(command);
    },
    () => work(),
  );
  return commands;
}

async function readNote(id: number) {
  const note = (await readNotes([id])).get(id);
  return note && { leased_until: note.leased_until, ...(await indexedIn(note)) };
}

function heldBy({ held }: Leases): number[] {
  return held.map(({ id }) => id);
}

describe('Leases', () => {
  it('takes leases for a minute, half of which is for work', async () => {
    const leases = await Leases.take([first, second], NOW);
    expect([heldBy(leases), leases.until]).toEqual([[first, second], NOW + 30_000]);
    expect(await readNote(first)).toEqual({
      leased_until: NOW + LEASE_MS,
      ts: 0,
      terms: [],
      complete: false,
    });
    expect(heldBy(await Leases.take([second, first], NOW + LEASE_MS))).toEqual([]);
    expect(heldBy(await Leases.take([second, first], LATER))).toEqual([second, first]);
  });

  it('stores in a lease which entries may exist, also after it ends', async () => {
    const leases = await Leases.take([first], NOW);
    expect(leases.held[0]?.found).toEqual({ ts: 0, terms: [], complete: true });
    await leases.note(new Map([[first, { ...TERMS, complete: false }]]));
    expect(await readNote(first)).toEqual({ leased_until: NOW + LEASE_MS, ...TERMS, complete: false });
    await leases.release(new Map([[first, TERMS]]));
    expect(await readNote(first)).toEqual({ leased_until: 0, ...TERMS });
    const next = await Leases.take([first], NOW);
    expect(next.held).toMatchObject([{ id: first, found: TERMS }]);
    expect(await readNote(first)).toMatchObject({ ...TERMS, complete: false });
  });

  it('leaves leases as they were last stored, marked as incomplete, when their work fails', async () => {
    const leases = await Leases.take([first, second], NOW);
    await leases.note(new Map([[second, { ...TERMS, complete: false }]]));
    await leases.release();
    expect([await readNote(first), await readNote(second)]).toEqual([
      undefined,
      { leased_until: 0, ...TERMS, complete: false },
    ]);
  });

  it('writes nothing after another worker has taken a lease over, and releases the others', async () => {
    const slow = await Leases.take([first, second], NOW);
    const quick = await Leases.take([second], LATER);
    // The patience for other workers, which takes two seconds, passes at once.
    recordSleeps();
    let passed = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (passed += 500));
    await expect(slow.release(new Map([first, second].map(id => [id, TERMS])))).rejects.toThrow(Unavailable);
    expect(await readNote(first)).toEqual({ leased_until: 0, ...TERMS });
    expect(await readNote(second)).toMatchObject({ leased_until: LATER + LEASE_MS, terms: [] });
    await quick.release();
    expect(await readNote(second)).toBeUndefined();
  });

  it('deletes no empty lease that another worker has taken over', async () => {
    const slow = await Leases.take([first, second], NOW);
    const quick = await Leases.take([second], LATER);
    recordSleeps();
    await expect(slow.release()).rejects.toThrow(Unavailable);
    expect(await readNote(second)).toMatchObject({ leased_until: LATER + LEASE_MS });
    await quick.release();
  });

  it('divides leases among simultaneous workers', async () => {
    const both = await Promise.all([Leases.take([first, second], NOW), Leases.take([second, first], NOW)]);
    expect(both.flatMap(heldBy).sort()).toEqual([first, second]);
  });

  it.each([
    ['a post', 'PutItemCommand', 1],
    ['several posts', 'TransactWriteItemsCommand', 2],
  ])('gives a lease to one of two workers that found %s free', async (_, command, count) => {
    const ids = [first, second].slice(0, count);
    // At first there are no notes, then those that the first turn left.
    for (const now of [NOW, NOW + LEASE_MS]) {
      let quick: Leases | undefined;
      const takeFirst = beforeFirst(command, async () => (quick = await Leases.take(ids, now)));
      const slow = await withFaults(takeFirst, () => Leases.take(ids, now));
      expect([heldBy(quick!), heldBy(slow)]).toEqual([ids, []]);
      await quick!.release(new Map(ids.map(id => [id, TERMS])));
    }
  });

  it.each([
    ['a post', 1],
    ['several posts', 2],
  ])('holds leases for %s when the answer of the first attempt to take them was lost', async (_, count) => {
    const ids = [first, second].slice(0, count);
    for (const now of [NOW, NOW + LEASE_MS]) {
      const leases = await withRepeatedCalls(() => Leases.take(ids, now));
      expect(heldBy(leases)).toEqual(ids);
      await leases.release(new Map(ids.map(id => [id, TERMS])));
    }
  });

  it('takes leases with one read, and a put for one post or a transaction for several', async () => {
    let one: Leases | undefined;
    expect(await recordCommands(async () => (one = await Leases.take([first], NOW)))).toEqual([
      'BatchGetItemCommand',
      'PutItemCommand',
    ]);
    expect(await recordCommands(() => one!.release(new Map([[first, TERMS]])))).toEqual(['PutItemCommand']);
    expect(await recordCommands(() => Leases.take([first, second], NOW))).toEqual([
      'BatchGetItemCommand',
      'TransactWriteItemsCommand',
    ]);
  });

  it('throws the error of the table', async () => {
    const failing = withFaults(
      command => {
        if (command === 'PutItemCommand') throw new Error('no table');
      },
      () => Leases.take([first], NOW),
    );
    await expect(failing).rejects.toThrow('no table');
  });
});
