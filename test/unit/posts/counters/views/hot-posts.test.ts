import { afterEach, beforeEach, expect, it } from 'vitest';
import { HotPosts } from '../../../../../shared/posts/counters/views/hot-posts.ts';
import { advanceClock, restoreClock, stopClock } from '../../../../support/time/clock.ts';

beforeEach(() => stopClock());
afterEach(restoreClock);

it('HotPosts has a post when one of its buckets has fifty more updates within two seconds', () => {
  const posts = new HotPosts();
  posts.note(1, 'a', 900);
  posts.note(1, 'b', 10);
  posts.note(1, 'a', 949);
  posts.note(1, 'b', 59);
  expect(posts.has(1)).toBe(false);
  posts.note(1, 'a', 950);
  expect([posts.has(1), posts.has(2)]).toEqual([true, false]);
});

it('HotPosts does not have a post that has as many updates in a longer time', () => {
  const posts = new HotPosts();
  for (let second = 0; second < 20; second++) {
    posts.note(1, 'a', 24 * second);
    expect(posts.has(1)).toBe(false);
    advanceClock(1);
  }
});

it('HotPosts forgets a post five seconds after the last rise, and not while the rise lasts', () => {
  const posts = new HotPosts();
  for (let second = 0; second < 20; second++) {
    posts.note(1, 'a', 50 * second);
    advanceClock(1);
  }
  expect(posts.has(1)).toBe(true);
  advanceClock(5);
  expect(posts.has(1)).toBe(false);
});
