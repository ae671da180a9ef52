import { routes, type RouteName } from '../../../functions/routes/index.ts';
import { compareWays, countChanges, sumEdge } from '../../../infra/dev/cost/edge.ts';
import { sumMonth } from '../../../infra/dev/cost/month.ts';
import { NEWSROOMS } from '../../../infra/dev/cost/newsrooms.ts';
import { PRICES, computeBill, computeDollars, times } from '../../../infra/dev/cost/prices.ts';
import { estimateUsage } from '../../../infra/dev/cost/requests.ts';
import { COSTS } from '../../../infra/sites/reference/costs.ts';

const MILLION = 1_000_000;
const SERVICES = ['API Gateway', 'Lambda', 'DynamoDB'];

function csv(lines: readonly (readonly string[])[]): string {
  return lines.map(line => `${line.join(',')}\n`).join('');
}

/** Dollars per million requests to each endpoint, including the background work that follows. */
export function requestsCsv(): string {
  const names = Object.keys(routes) as RouteName[];
  const rows = names.map(name => {
    const usage = times(MILLION, estimateUsage(name, COSTS[name]!));
    const bill = computeBill(usage, PRICES);
    const total = computeDollars(usage, PRICES);
    const named = SERVICES.map(service => bill.get(service) ?? 0);
    const others = total - named.reduce((sum, dollars) => sum + dollars, 0);
    return [name, ...[...named, others, total].map(dollars => dollars.toFixed(2))];
  });
  return csv([['endpoint', ...SERVICES, 'other', 'total'], ...rows]);
}

/** Dollars per month by service, with a column for each newsroom. */
export function monthsCsv(): string {
  const usages = NEWSROOMS.map(newsroom => sumMonth(newsroom, COSTS));
  const bills = usages.map(usage => computeBill(usage, PRICES));
  const services = [...new Set(bills.flatMap(bill => [...bill.keys()]))].sort();
  const inWhole = (withFree: boolean) =>
    usages.map(usage => computeDollars(usage, PRICES, withFree).toFixed(2));
  return csv([
    ['service', ...NEWSROOMS.map(({ name }) => name)],
    ...services.map(service => [service, ...bills.map(bill => (bill.get(service) ?? 0).toFixed(2))]),
    ['together', ...inWhole(false)],
    ['less what every account has free', ...inWhole(true)],
  ]);
}

/** What the edge adds, by newsroom, and what its invalidations would cost in other ways. */
export function edgeCsv(): string {
  const ways = NEWSROOMS.map(newsroom => compareWays(newsroom));
  const added = NEWSROOMS.map(newsroom => computeDollars(sumEdge(newsroom), PRICES).toFixed(2));
  const free = NEWSROOMS.map(newsroom => computeDollars(sumEdge(newsroom), PRICES, true).toFixed(2));
  return csv([
    ['edge', ...NEWSROOMS.map(({ name }) => name)],
    ['number of invalidations', ...NEWSROOMS.map(newsroom => String(countChanges(newsroom)))],
    ...Object.keys(ways[0] ?? {}).map(way => [
      `invalidations by ${way}`,
      ...ways.map(({ [way]: dollars = 0 }) => dollars.toFixed(2)),
    ]),
    ['the edge together', ...added],
    ['less what every account has free', ...free],
  ]);
}
