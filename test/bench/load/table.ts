import { NEWSROOMS } from '../../../infra/tools/cost/newsrooms.ts';
import { demandsOf } from './demand.ts';
import { simulate } from './simulate.ts';

const FACTORS = [1, 10, 100, 1_000];
export const REGIONAL = NEWSROOMS.find(({ name }) => name === 'regional')!;
/** A site that caches answers (with the share of newsrooms.ts), and one that requests each page. */
const CACHED = { cached: undefined, uncached: 0 };
export type Cache = keyof typeof CACHED;

const COLUMNS = ['site', 'times', 'limit', 'peak', 'share', 'refused'];

function csv(rows: readonly (readonly string[])[]): string {
  return rows.map(row => `${row.join(',')}\n`).join('');
}

/** The use of each limit by the regional newsroom, multiplied by `factor`. */
export function loadRows(cache: Cache, factor: number): string {
  const { strains, searchableAfterS, writtenAfterS } = simulate(demandsOf(REGIONAL, factor, CACHED[cache]));
  const cells = strains.map(({ limit, peak, share, refused }) => [
    cache,
    String(factor),
    limit,
    peak.toFixed(1),
    share.toFixed(4),
    refused.toFixed(4),
  ]);
  return csv([
    ...cells,
    [cache, String(factor), 'seconds until a post is written', writtenAfterS.toFixed(0), '', ''],
    [cache, String(factor), 'seconds until a search finds a post', searchableAfterS.toFixed(0), '', ''],
  ]);
}

export function loadCsv(): string {
  return (
    csv([COLUMNS]) +
    FACTORS.flatMap(factor => [loadRows('cached', factor), loadRows('uncached', factor)]).join('')
  );
}
