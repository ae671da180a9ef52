import { logDebug } from '../../core/log.ts';
import { ScanRange } from './scan-range.ts';
import { Source, toMatch } from './source.ts';
import type { Matches, TimelineQuery } from './timeline-query.ts';

/** @returns the timeline, when the answer is a part of this one timeline, in its order */
export function onlyTimeline({ terms, without, secondaryOrder, test }: TimelineQuery): string | undefined {
  const [timeline, ...others] = terms.flat();
  const isPlain = terms.length === 1 && others.length === 0 && without.length === 0;
  return isPlain && !secondaryOrder && !test ? timeline : undefined;
}

/** Reads one page of a single timeline: one DynamoDB Query. */
export async function readTimeline(timeline: string, query: TimelineQuery): Promise<Matches> {
  const { range, direction, offset, limit, after, consistent } = query;
  const scanRange = new ScanRange(direction, range, after);
  const source = new Source(consistent);
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
