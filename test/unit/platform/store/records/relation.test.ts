import { expect, describe, it } from 'vitest';
import { readCount } from '../../../../../shared/platform/store/counter.ts';
import {
  createRelation,
  deleteRelation,
  type Relation,
} from '../../../../../shared/platform/store/records/relation.ts';
import { getItem, queryItems } from '../../../../../shared/platform/store/table.ts';
import { entryKey } from '../../../../../shared/platform/store/timeline.ts';
import { beforeFirst, withFaults } from '../../../../support/aws/faults.ts';
import { useHostileEngines } from '../../../../support/aws/hostile-engines.ts';

useHostileEngines();

let posts = 0;
/** The like of a post by author 2. */
function aLike(post = ++posts): Relation & { counter: NonNullable<Relation['counter']> } {
  return {
    key: { pk: `LIKE#${post}#2`, sk: 'like' },
    timeline: `likes#${post}`,
    id: 2,
    counter: { pk: `POST#${post}`, sk: 'likes' },
  };
}

async function stored({ key, timeline, counter }: Relation) {
  return {
    created_ts: (await getItem(key, { consistent: true }))?.created_ts,
    entries: await queryItems({ pk: `T#${timeline}`, consistent: true }),
    count: counter && readCount(await getItem(counter, { consistent: true })),
  };
}

function entryAt({ timeline, id }: Relation, ts: number) {
  return { ...entryKey({ timeline, ts, id }) };
}

describe('a relation', () => {
  it('is created once with its list entry and counter, however often it is requested', async () => {
    const like = aLike();
    await Promise.all(Array.from({ length: 6 }, () => createRelation(like, 1000)));
    await createRelation(like, 2000);
    expect(await stored(like)).toEqual({ created_ts: 1000, entries: [entryAt(like, 1000)], count: 1 });
  });

  it('is deleted once with its list entry and counter, however often it is requested', async () => {
    const like = aLike();
    await createRelation(like, 1000);
    await Promise.all(Array.from({ length: 6 }, () => deleteRelation(like)));
    expect(await stored(like)).toEqual({ created_ts: undefined, entries: [], count: 0 });
  });

  it('agrees with its list entry and counter after simultaneous creations and deletions', async () => {
    for (let round = 0; round < 5; round++) {
      const like = aLike();
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          index % 2 === 0 ? createRelation(like, 1000 + index) : deleteRelation(like),
        ),
      );
      const { created_ts, ...others } = await stored(like);
      const expected =
        created_ts === undefined
          ? { entries: [], count: 0 }
          : { entries: [entryAt(like, Number(created_ts))], count: 1 };
      expect(others).toEqual(expected);
    }
  });

  it('is deleted with its list entry when it was deleted and created again after the read', async () => {
    const like = aLike();
    await createRelation(like, 1000);
    const again = async (): Promise<void> => {
      await deleteRelation(like);
      await createRelation(like, 2000);
    };
    await withFaults(beforeFirst('TransactWriteItemsCommand', again), () => deleteRelation(like));
    expect(await stored(like)).toEqual({ created_ts: undefined, entries: [], count: 0 });
  });

  it('counts every author of a post', async () => {
    const { counter, timeline } = aLike();
    const likes = Array.from({ length: 8 }, (_, id) => ({
      ...{ key: { pk: `LIKE#${posts}#${id}`, sk: 'like' }, timeline, id, counter },
    }));
    await Promise.all(likes.map(like => createRelation(like, 1000)));
    expect(readCount(await getItem(counter, { consistent: true }))).toBe(8);
  });

  it('a relation can exist without a counter', async () => {
    const { counter: _none, ...uncounted } = aLike();
    await createRelation(uncounted, 1000);
    expect(await stored(uncounted)).toMatchObject({ created_ts: 1000, entries: [entryAt(uncounted, 1000)] });
    await deleteRelation(uncounted);
    expect(await stored(uncounted)).toMatchObject({ created_ts: undefined, entries: [] });
  });
});
