import { idAt, makePosition, timestampAt, type Position } from '../../platform/values/position.ts';
import { readsConsistently } from '../../platform/http/caller.ts';
import type { Answer } from '../../platform/http/endpoint.ts';
import { readOrder } from '../order/read.ts';
import { MAX_ORDERED_POSTS } from '../order/record.ts';
import type { PostAnswer } from '../record/answer.ts';
import { TIMELINE } from '../record/timelines.ts';
import { readPage } from '../../platform/store/timeline.ts';
import { answerPage, type ListRequest } from './list.ts';

/**
 * One page of a section's published posts: first those in the editorial order, then the others, newest first. The order and the
 * timeline are read in parallel, so the order costs a call but no round trip.
 */
export async function listInEditorialOrder(
  sectionId: number,
  request: ListRequest,
): Promise<Answer<Partial<PostAnswer>[]>> {
  const { caller, query, after } = request;
  const { offset, limit } = query;
  const consistent = readsConsistently(caller);
  const wanted = offset + limit + 1;
  const isPastOrder = after !== undefined && !isEditorialPosition(after);
  const [order, entries] = await Promise.all([
    readOrder(sectionId, { consistent }),
    readPage({
      timelines: [TIMELINE.section(sectionId)],
      offset: 0,
      limit: entriesFor(wanted, after),
      after: isPastOrder ? after : undefined,
      consistent,
    }),
  ]);
  const ordered = new Set(order.postIds);
  const first = isPastOrder ? [] : positionsAfter(after, order.postIds.map(editorialPosition));
  const others = entries.positions.filter(position => !ordered.has(idAt(position)));
  const found = [...first, ...others].slice(offset, wanted);
  const positions = found.slice(0, limit);
  const next = found.length > limit ? positions.at(-1) : undefined;
  return await answerPage(request, { positions, next }, { statuses: ['published'] });
}

/**
 * How many entries to read for a page. Without a cursor as many as posts are enough: each ordered post among them is on the page
 * already. After a cursor, ordered posts that were on earlier pages may be among the entries and are left out.
 */
function entriesFor(wanted: number, after: Position | undefined): number {
  return after === undefined ? wanted : wanted + MAX_ORDERED_POSTS;
}

/**
 * Positions in an editorial order, for cursors: (index, id) in the form of a timeline's position, with timestamps below those of any
 * post. Posts are dated within a hundred years of today, editorial positions in the year -1199.
 */
const FIRST_TS = -(10 ** 11);
const BEYOND_TS = FIRST_TS + 10 ** 6;

export function editorialPosition(id: number, index: number): Position {
  return makePosition(FIRST_TS + index, id);
}

export function isEditorialPosition(position: Position): boolean {
  return timestampAt(position) < BEYOND_TS;
}

/** The positions after a cursor. If the cursor's post has left the order, the next post has taken its index. */
export function positionsAfter(
  after: Position | undefined,
  positions: readonly Position[],
): readonly Position[] {
  if (after === undefined) return positions;
  const at = positions.findIndex(position => idAt(position) === idAt(after));
  return positions.slice(at === -1 ? timestampAt(after) - FIRST_TS : at + 1);
}
