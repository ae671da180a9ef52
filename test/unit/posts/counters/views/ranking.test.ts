import { beforeEach, describe, expect, it, vi } from 'vitest';
import { idAt, timestampAt } from '../../../../../shared/platform/values/position.ts';
import type { Post } from '../../../../../shared/posts/record/post.ts';
import { rank, takeShown, type TakeOptions } from '../../../../../shared/posts/counters/views/ranking.ts';

const read = vi.hoisted(() => ({ calls: [] as number[][], there: (_id: number): boolean => true }));
vi.mock('../../../../../shared/posts/record/read.ts', () => ({
  readPosts: (ids: number[]) => {
    read.calls.push(ids);
    return Promise.resolve(ids.filter(read.there).map(id => ({ value: { id } })));
  },
}));

function idsIn(views: [number, number][]) {
  return rank(new Map(views)).map(idAt);
}

describe('rank()', () => {
  it('puts the most viewed first, and the newest first among equals', () => {
    expect(
      idsIn([
        [5, 9],
        [7, 10],
        [8, 9],
        [1, 1_000_000],
      ]),
    ).toEqual([1, 7, 8, 5]);
  });

  it('preserves ids and counts of any size', () => {
    const [position = ''] = rank(new Map([[Number.MAX_SAFE_INTEGER, 10 ** 11]]));
    expect([idAt(position), timestampAt(position)]).toEqual([Number.MAX_SAFE_INTEGER, 10 ** 11]);
  });
});

describe('takeShown()', () => {
  const ranking = rank(new Map(Array.from({ length: 3000 }, (_, index) => [index + 1, 5000 - index])));
  const options: TakeOptions = {
    wanted: 11,
    maxExamined: Infinity,
    content: true,
    consistent: false,
    isShown: () => true,
  };
  const take11 = async (some: Partial<TakeOptions> = {}) => {
    const { taken, examined } = await takeShown(ranking, { ...options, ...some });
    return { ids: taken.map(({ post }) => post.value.id), examined };
  };

  beforeEach(() => {
    read.calls = [];
    read.there = () => true;
  });

  it('reads the needed posts at once', async () => {
    const { ids, examined } = await take11();
    expect(ids).toEqual(Array.from({ length: 11 }, (_, index) => index + 1));
    expect([examined, read.calls.length]).toEqual([11, 1]);
  });

  it('reads nothing when no posts are requested', async () => {
    expect(await take11({ wanted: 0 })).toEqual({ ids: [], examined: 0 });
    expect(read.calls).toEqual([]);
  });

  it('skips posts that are deleted or hidden, and stops at the last one that the page needs', async () => {
    read.there = id => id % 3 !== 0;
    const isShown = ({ value }: Post) => value.id % 2 === 0;
    const { ids, examined } = await take11({ isShown });
    expect(ids).toEqual([2, 4, 8, 10, 14, 16, 20, 22, 26, 28, 32]);
    expect(examined).toBe(32);
  });

  it('stops after the maximum number of entries', async () => {
    expect(await take11({ isShown: () => false, maxExamined: 2011 })).toEqual({ ids: [], examined: 2011 });
  });

  it('stops at the end of the ranking', async () => {
    const { ids, examined } = await take11({ wanted: 5000 });
    expect([ids.length, examined]).toEqual([3000, 3000]);
    expect(Math.max(...read.calls.map(call => call.length))).toBeLessThanOrEqual(500);
  });
});
