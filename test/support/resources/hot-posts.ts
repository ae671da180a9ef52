import { vi } from 'vitest';
import { addToNumbers } from '../../../shared/platform/store/counter.ts';
import { countViews } from '../../../shared/posts/counters/views/count.ts';
import { bucketKey, hourAt } from '../../../shared/posts/counters/views/record.ts';

/** Runs `task` while all views are counted in the first shard. */
export async function inOneShard<T>(task: () => Promise<T>): Promise<T> {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  try {
    return await task();
  } finally {
    random.mockRestore();
  }
}

/** Makes a post hot for a process by two views, between which many updates by others seem to lie. */
export async function heat(postId: number, now: number, count = countViews): Promise<void> {
  await inOneShard(async () => {
    await count(postId, 1, now);
    await addToNumbers(bucketKey(hourAt(now), 0, postId), { updates: 1000 });
    await count(postId, 1, now);
  });
}
