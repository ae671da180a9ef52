import { beforeEach, vi } from 'vitest';
import { EVERYWHERE } from '../../../../../shared/platform/store/query/scan-range.ts';
import type { TimelineQuery } from '../../../../../shared/platform/store/query/timeline-query.ts';

/** The first ten posts of the timeline `all`, newest first, unless `more` says otherwise. */
export function makeQuery(more: Partial<TimelineQuery>): TimelineQuery {
  return {
    terms: [['all']],
    without: [],
    range: EVERYWHERE,
    direction: 'newest',
    offset: 0,
    limit: 10,
    after: undefined,
    consistent: true,
    ...more,
  };
}

/** @returns the lines of the debug log of the current test */
export function useDebugLog(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  beforeEach(() => {
    vi.stubEnv('LOG_LEVEL', 'debug');
    vi.spyOn(console, 'log').mockImplementation(line => lines.push(JSON.parse(String(line))));
    lines.length = 0;
    return () => {
      vi.unstubAllEnvs();
      vi.restoreAllMocks();
    };
  });
  return lines;
}
