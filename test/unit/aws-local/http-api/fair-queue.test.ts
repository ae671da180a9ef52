import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../../../infra/aws-local/http-api/fair-queue.ts';

function createQueue(...items: readonly (readonly [string, string, number])[]) {
  const queue = new FairQueue<number>();
  for (const [one, two, item] of items) queue.push([one, two], item);
  return queue;
}

function drain(queue: FairQueue<number>, name?: string) {
  const order: number[] = [];
  for (let item = queue.shift(name); item !== undefined; item = queue.shift(name)) order.push(item);
  return order;
}

describe('FairQueue', () => {
  it('lets the names of each level take turns, and items of a path leave in their order', () => {
    const queue = createQueue(
      ['a', 'x', 1],
      ['a', 'x', 2],
      ['a', 'x', 3],
      ['a', 'y', 4],
      ['b', 'x', 5],
      ['b', 'x', 6],
    );
    expect(drain(queue)).toEqual([1, 5, 4, 6, 2, 3]);
  });

  it('lets a new name wait for one turn of each other name', () => {
    const queue = createQueue(['a', 'x', 1], ['a', 'x', 2], ['b', 'x', 3], ['b', 'x', 4]);
    queue.push(['c', 'x'], 5);
    expect(drain(queue)).toEqual([1, 3, 5, 2, 4]);
  });

  it('removes the items of one name only, when it is given', () => {
    const queue = createQueue(['a', 'x', 1], ['b', 'x', 2], ['b', 'y', 3]);
    expect(drain(queue, 'b')).toEqual([2, 3]);
    expect(drain(queue)).toEqual([1]);
  });

  it('counts the items that leave before a new one', () => {
    const queue = createQueue(['a', 'x', 1], ['a', 'x', 2], ['a', 'x', 3], ['b', 'x', 4], ['b', 'x', 5]);
    expect([
      queue.countBefore(['c', 'x']),
      queue.countBefore(['b', 'y']),
      queue.countBefore(['b', 'x']),
      queue.countBefore(['a', 'x']),
    ]).toEqual([2, 3, 5, 5]);
  });
});
