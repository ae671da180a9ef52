import { onlyTimeline, readTimeline } from './read-timeline.ts';
import { SetQuery } from './set-query.ts';
import type { Matches, TimelineQuery } from './timeline-query.ts';

/**
 * Finds one exact page of the matching entries: most lists are a plain read of one timeline, the others set algebra over several. The cost
 * grows with the page and with the rarity of matches; when matches are too rare, the budget ends the request, and the next one continues
 * from `next`.
 */
export async function runQuery(query: TimelineQuery): Promise<Matches> {
  const timeline = onlyTimeline(query);
  if (timeline !== undefined) return await readTimeline(timeline, query);
  const sets = new SetQuery(query);
  await sets.fill();
  return sets.page();
}
