import { describe, expect, it } from 'vitest';
import { mergeOrders } from '../../../../infra/sites/desk/page/order/merge.ts';

function merge(base: string, mine: string, theirs: string): string {
  return mergeOrders(Array.from(base), Array.from(mine), Array.from(theirs)).join('');
}

describe('mergeOrders()', () => {
  it.each([
    ['takes theirs when nothing of mine has changed', 'abc', 'abc', 'cb', 'cb'],
    ['keeps mine when theirs has not changed', 'abc', 'cab', 'abc', 'cab'],
    ['keeps my order where both have moved entries', 'abc', 'cab', 'bac', 'cab'],
    ['puts what they have added behind its neighbour', 'ab', 'ba', 'axb', 'bax'],
    ['puts what they have added at the front first', 'ab', 'ba', 'xab', 'xba'],
    ['keeps what I have added', 'ab', 'yab', 'bax', 'yaxb'],
    ['leaves out what they have taken out', 'abc', 'cba', 'ac', 'ca'],
    ['leaves out what I have taken out', 'abc', 'ac', 'cab', 'ac'],
    ['has what both have added once', '', 'xy', 'yx', 'xy'],
    ['puts two lists together that began empty', '', 'x', 'y', 'yx'],
  ])('%s', (_case, base, mine, theirs, merged) => {
    expect(merge(base, mine, theirs)).toBe(merged);
  });
});
