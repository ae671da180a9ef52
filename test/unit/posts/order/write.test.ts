import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { InvalidInput, NotFound } from '../../../../shared/platform/core/errors.ts';
import { readOrder } from '../../../../shared/posts/order/read.ts';
import { saveOrder } from '../../../../shared/posts/order/write.ts';
import { editPost } from '../../../../shared/posts/publishing/edit.ts';
import { writePostOverflow } from '../../../../shared/posts/record/overflow.ts';
import { markKey, orderKey, HOME_ID, SECTION } from '../../../../shared/taxonomy/sections/record.ts';
import { deleteSection } from '../../../../shared/taxonomy/sections/remove.ts';
import { createSection } from '../../../../shared/taxonomy/sections/write.ts';
import { deleteItem } from '../../../../shared/platform/store/put.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { ADMIN, makePosts, useEngines } from '../../../support/aws/engines.ts';
import { beforeFirst, dyingAfter, withFaults } from '../../../support/aws/faults.ts';
import { rounds } from '../../../support/run/rounds.ts';
import { allItems } from '../../../support/table/table.ts';

useEngines();

beforeEach(() => {
  process.env.LOG_LEVEL = 'silent';
});

async function order(): Promise<readonly number[]> {
  return (await readOrder(HOME_ID, { consistent: true })).postIds;
}

function set(ids: readonly number[]): Promise<number> {
  return saveOrder(HOME_ID, ids, undefined);
}

function assign(id: number, sections: number[]): Promise<unknown> {
  return editPost(id, { family: 'posts', input: { sections }, ifMatch: undefined }, ADMIN);
}

async function leaveAndReturn(id: number): Promise<void> {
  await assign(id, []);
  await assign(id, [HOME_ID]);
}

let sections = 0;

async function marks(): Promise<number> {
  const items = (await allItems()).filter(({ pk }) => pk === orderKey.partition(HOME_ID));
  return items.filter(({ sk }) => sk !== orderKey(HOME_ID).sk).length;
}

describe('saveOrder()', () => {
  const HALF = rounds(30, 180);

  it('leaves the old order or the new one when its process dies, and removes all other marks in the next call', async () => {
    const ids = await makePosts(2 * HALF, { sections: [HOME_ID] });
    const [before, after] = [ids.slice(0, HALF), ids.slice(HALF)];
    for (let calls = 0; calls <= 9; calls++) {
      await set(before);
      await withFaults(dyingAfter(calls), () => set(after)).catch(() => undefined);
      expect([before, after]).toContainEqual(await order());
      expect(await marks()).toBeLessThanOrEqual(2 * HALF);
    }
    await set(before);
    expect(await marks()).toBe(before.length);
    await set([]);
    expect(await marks()).toBe(0);
  });

  it('restores no post that has left the order when its process dies', async () => {
    const [a, b] = await makePosts(2, { sections: [HOME_ID] });
    await set([a!, b!]);
    await leaveAndReturn(a!);
    for (let calls = 0; calls < 4; calls++) {
      await withFaults(dyingAfter(calls), () => set([b!, a!])).catch(() => undefined);
      expect([[b], [b, a]]).toContainEqual(await order());
      if ((await order()).includes(a!)) await leaveAndReturn(a!);
    }
  });
});

it('saveOrder() keeps only posts that are in the section when editors and authors act at once', async () => {
  const ids = await makePosts(5, { sections: [HOME_ID] });
  const reorder = fc.record({ reorder: fc.shuffledSubarray(ids) });
  const leave = fc.record({ leave: fc.constantFrom(...ids) });
  const actions = fc.array(fc.oneof(reorder, leave), { minLength: 2, maxLength: 5 });
  const perform = async (action: { reorder?: number[]; leave?: number }): Promise<void> => {
    if (action.leave !== undefined) await assign(action.leave, []);
    if (action.reorder)
      await set(action.reorder).catch((error: unknown) => {
        if (!(error instanceof InvalidInput)) throw error;
      });
  };
  await fc.assert(
    fc.asyncProperty(actions, async together => {
      await Promise.all(together.map(perform));
      const left = new Set(together.flatMap(action => ('leave' in action ? action.leave : [])));
      const now = await order();
      expect(now.filter(id => left.has(id))).toEqual([]);
      await Promise.all([...left].map(id => assign(id, [HOME_ID])));
      expect(await order()).toEqual(now);
      const wholes = together.flatMap(action =>
        'reorder' in action ? [action.reorder.filter(id => !left.has(id))] : [],
      );
      await set(ids);
      expect(await order()).toEqual(ids);
      if (wholes.length === together.length) expect(wholes).toContainEqual([...now]);
    }),
    { numRuns: rounds(5, 25) },
  );
});

describe('saveOrder() when another request comes between its read and its first write', () => {
  const before = (others: () => unknown, save: () => Promise<unknown>) =>
    withFaults(beforeFirst('TransactWriteItemsCommand', others), save);

  it('refuses a post that has left the section', async () => {
    const [a = 0] = await makePosts(1, { sections: [HOME_ID] });
    await expect(
      before(
        () => assign(a, []),
        () => set([a]),
      ),
    ).rejects.toThrow(InvalidInput);
    expect(await order()).not.toContain(a);
  });

  it('removes no post from the order of another editor when its process then dies', async () => {
    const [a = 0] = await makePosts(1, { sections: [HOME_ID] });
    let isSaved = false;
    const saveFirst = beforeFirst('TransactWriteItemsCommand', async () => {
      await set([a]);
      isSaved = true;
    });
    const saveThenDie = async (command: string): Promise<void> => {
      if (isSaved && command === 'TransactWriteItemsCommand') throw new Error('the process is dead');
      await saveFirst(command);
    };
    await expect(withFaults(saveThenDie, () => set([a]))).rejects.toThrow('dead');
    expect(await order()).toEqual([a]);
  });

  it.each([
    ['has been deleted', (id: number) => deleteSection(id, null)],
    ['is a tombstone that has expired', (id: number) => deleteItem(SECTION.key(id))],
  ])('writes no order for a section that %s', async (_, remove) => {
    const { id } = (await createSection(SECTION, { title: 'S', url: `s-${++sections}` })).value;
    await expect(
      before(
        () => remove(id),
        () => saveOrder(id, []),
      ),
    ).rejects.toThrow(NotFound);
    expect(await getItem(orderKey(id), { consistent: true })).toBeUndefined();
  });
});

it('readOrder() ignores a mark whose post is not in the order', async () => {
  const [a] = await makePosts(1, { sections: [HOME_ID] });
  await set([]);
  await new Transaction().put({ ...markKey(HOME_ID, a!), mark: 1 }).commit();
  expect(await order()).toEqual([]);
  await set([a!]);
  expect(await order()).toEqual([a]);
});

describe('writePostOverflow() with the mark of a post', () => {
  const settleMark = (id: number) => writePostOverflow({ id, keys: [markKey(HOME_ID, id)] });

  it('deletes the mark when the post is not in the section', async () => {
    const [a = 0] = await makePosts(1, { sections: [HOME_ID] });
    await set([a]);
    await assign(a, []);
    await new Transaction().put({ ...markKey(HOME_ID, a), mark: 1 }).commit();
    const before = await marks();
    await settleMark(a);
    expect(await marks()).toBe(before - 1);
  });

  it('keeps the mark when the post has returned and was curated again', async () => {
    const [a = 0] = await makePosts(1, { sections: [HOME_ID] });
    await set([a]);
    await leaveAndReturn(a);
    await set([a]);
    await settleMark(a);
    expect(await order()).toEqual([a]);
  });
});
