import { NEWSROOMS } from '../../../infra/dev/cost/newsrooms.ts';
import { listDemands } from './demand.ts';
import { simulateImport } from './import.ts';
import { simulate } from './simulate.ts';

const FACTORS = [1, 10, 100, 1_000];
export const REGIONAL = NEWSROOMS.find(({ name }) => name === 'regional')!;
/** A site that caches answers (with the share of infra/dev/cost/newsrooms.ts), and one that requests each page. */
const CACHED = { cached: undefined, uncached: 0 };
export type Cache = keyof typeof CACHED;

const COLUMNS = ['site', 'times', 'limit', 'peak', 'share', 'refused'];

function csv(rows: readonly (readonly string[])[]): string {
  return rows.map(row => `${row.join(',')}\n`).join('');
}

/** The warm throughput that infra/cli/README.md sets before an import. */
export const WARM_WRITE_UNITS = 40_000;

/** The use of each limit by the regional newsroom, multiplied by `factor`, and the waits for the search index. */
export function loadRows(cache: Cache, factor: number): string {
  const demands = listDemands(REGIONAL, factor, CACHED[cache]);
  const { strains, searchableAfterS, writtenAfterS } = simulate(demands);
  const waits = {
    'seconds until a post is written': writtenAfterS,
    'seconds until a search finds a post': searchableAfterS,
    'seconds after an import until a search finds its posts': simulateImport(demands, WARM_WRITE_UNITS)
      .searchableAfterS,
  };
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
    ...Object.entries(waits).map(([name, seconds]) => [
      cache,
      String(factor),
      name,
      seconds.toFixed(0),
      '',
      '',
    ]),
  ]);
}

export function loadCsv(): string {
  return (
    csv([COLUMNS]) +
    FACTORS.flatMap(factor => [loadRows('cached', factor), loadRows('uncached', factor)]).join('')
  );
}
