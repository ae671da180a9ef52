import { logDebug } from '../../log/log.ts';
import { ScanRange } from './scan-range.ts';
import { SetQuery } from './set-query.ts';
import { Source, toMatch } from './source.ts';
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

/** @returns the timeline, when the answer is a part of this one timeline, in its order */
function onlyTimeline({ terms, without, secondaryOrder, test }: TimelineQuery): string | undefined {
  const [timeline, ...others] = terms.flat();
  const isPlain = terms.length === 1 && others.length === 0 && without.length === 0;
  return isPlain && !secondaryOrder && !test ? timeline : undefined;
}

/** Reads one page of a single timeline: one DynamoDB Query. */
async function readTimeline(timeline: string, query: TimelineQuery): Promise<Matches> {
  const { range, direction, offset, limit, after, consistent } = query;
  const scanRange = new ScanRange(direction, range, after);
  const source = new Source({ consistent });
  const isEmpty = scanRange.isOver(scanRange.start);
  const wanted = { timeline, range: scanRange.from(scanRange.start), direction, limit: offset + limit + 1 };
  const found = isEmpty ? [] : await source.entries(wanted);
  const page = found.slice(offset, offset + limit);
  logDebug('timeline read', { timeline, found: page.length });
  return {
    matches: page.map(toMatch),
    next: found.length > offset + limit ? page.at(-1)?.at : undefined,
    skip: Math.max(0, offset - found.length),
    examined: source.examined,
    rounds: isEmpty ? 0 : 1,
  };
}
