import { idAt, type Position } from '../core/position.ts';
import { readsConsistently } from '../http/caller.ts';
import type { Answer } from '../http/endpoint.ts';
import { readOrder } from '../order/read.ts';
import { MAX_CURATED } from '../order/record.ts';
import type { PostAnswer } from '../posts/answer.ts';
import { TIMELINE } from '../posts/timelines.ts';
import { readPage } from '../store/timeline.ts';
import { isCuratedPosition, curatedPosition, positionsAfter } from './curated-cursor.ts';
import { answerPage, type ListRequest } from './list.ts';

/**
 * One page of a section's published posts: the curated ones in editorial order, then the others, newest first. The order is read
 * beside the timeline, so it costs a call and no trip.
 */
export async function listCurated(
  sectionId: number,
  request: ListRequest,
): Promise<Answer<Partial<PostAnswer>[]>> {
  const { caller, query, after } = request;
  const { offset, limit } = query;
  const consistent = readsConsistently(caller);
  const wanted = offset + limit + 1;
  const amongOthers = after !== undefined && !isCuratedPosition(after);
  const [order, entries] = await Promise.all([
    readOrder(sectionId, consistent),
    readPage({
      timelines: [TIMELINE.section(sectionId)],
      offset: 0,
      limit: entriesFor(wanted, after),
      after: amongOthers ? after : undefined,
      consistent,
    }),
  ]);
  const curated = new Set(order.postIds);
  const first = amongOthers ? [] : positionsAfter(after, order.postIds.map(curatedPosition));
  const others = entries.positions.filter(position => !curated.has(idAt(position)));
  const found = [...first, ...others].slice(offset, wanted);
  const positions = found.slice(0, limit);
  const next = found.length > limit ? positions.at(-1) : undefined;
  return await answerPage(request, { ids: positions.map(idAt), next }, { statuses: ['published'] });
}

/**
 * From the beginning, as many entries as posts are enough: each curated one among them was shown instead. After a cursor,
 * curated ones may have been shown before and be among the entries.
 */
function entriesFor(wanted: number, after: Position | undefined): number {
  return after === undefined ? wanted : wanted + MAX_CURATED;
}
