import { DAY_S } from '../../../shared/platform/core/durations.ts';
import { readCount } from '../../../shared/platform/store/counter.ts';
import { getItem } from '../../../shared/platform/store/table.ts';
import { readViews } from '../../../shared/posts/counters/views/read.ts';
import { viewsKey } from '../../../shared/posts/record/record.ts';
import type { Api } from '../api/api.ts';
import { fetchIds } from './posts.ts';

/** The requests of tests about page views. */
export function usePageViews(api: Api) {
  return {
    /** Records a view of a post, or as many as the body says. */
    view: (id: number, body: object = {}, call?: object) => api.post(`/posts/${id}/page_views`, body, call),
    /** The ids of the most viewed posts. */
    listViewed: (query: Record<string, string | number> = {}, call: object = {}): Promise<number[]> =>
      fetchIds(api, '/posts/page_views', { query, ...call }),
  };
}

/** The total that answers show. */
export async function readTotal(id: number): Promise<number> {
  return readCount(await getItem(viewsKey(id), { consistent: true }));
}

/** The views of the last `period` hours by post. */
export async function viewsAt(now: number, period = 24): Promise<Record<number, number>> {
  return Object.fromEntries(await readViews(period, now, { consistent: true }));
}

let years = 0;

/** A midnight in a future that no other test of the file reads. */
export function someMidnight(): number {
  return (Math.floor(Date.now() / 1000 / DAY_S) + 1000 * ++years) * DAY_S;
}
