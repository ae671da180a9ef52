import { times } from '../values/times.ts';
import type { Api } from '../api/api.ts';
import { makePost } from './posts.ts';

/** Makes posts of one second, ten at a time. @returns their ids, oldest first */
export async function makePostsOfOneSecond(api: Api, count: number, fields: object): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) {
    const some = Math.min(10, count - ids.length);
    const made = await Promise.all(
      times(some, () => makePost(api, { created_ts: 1_790_000_000, ...fields })),
    );
    ids.push(...made.map(({ id }) => id));
  }
  return ids.sort((a, b) => a - b);
}

/** Later posts have larger ids. */
export function newestFirst(ids: readonly number[]): number[] {
  return [...ids].sort((a, b) => b - a);
}

/** The list of a section that has these posts, when its editorial order is `ordered`. */
export function arranged(posts: readonly number[], ordered: readonly number[]): number[] {
  return [...ordered, ...newestFirst(posts.filter(id => !ordered.includes(id)))];
}
