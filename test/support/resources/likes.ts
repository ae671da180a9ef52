import { times } from '../values/times.ts';
import type { Api } from '../api/api.ts';
import { ok } from './posts.ts';

/** The requests of tests about likes. */
export function useLikes(api: Api) {
  return {
    /** @returns the ids of new authors */
    makeAuthors: (count: number): Promise<number[]> =>
      Promise.all(
        times(count, async index => {
          const author = { first_name: `Reader ${index}`, role: 'Reader' };
          return (await ok(api.post('/api/1.1/authors', author))).id as number;
        }),
      ),
    like: (post: number, author_id: unknown, call?: object) =>
      api.post(`/posts/${post}/likes`, { author_id }, call),
    /** The ids of the authors in a post's list of likes. */
    likers: async (post: number): Promise<number[]> =>
      (await ok(api.get(`/posts/${post}/likes`))).map(({ author }: any) => author.id),
    /** The number of likes in a post's answer. */
    readCount: async (post: number): Promise<number> => (await ok(api.get(`/posts/${post}`))).likes.count,
  };
}
