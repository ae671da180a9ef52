import { resultsOf, table } from './table.ts';

interface Strain {
  site: string;
  times: string;
  limit: string;
  peak: string;
  share: string;
  refused: string;
}

function percent(share: string): string {
  return `${(100 * Number(share)).toFixed(Number(share) < 0.01 ? 1 : 0)} %`;
}

/** What is more than a limit gives stands out, with what was refused of the day's. */
function cell({ peak, share, refused }: Strain): string {
  if (share === '') return `${peak} s`;
  if (Number(share) <= 1) return percent(share);
  return `**${percent(share)}**${Number(refused) < 0.001 ? '' : `, ${percent(refused)} refused`}`;
}

/** What `npm run bench -- load` found: how much of each limit is asked for in the busiest second. */
export function load(): string {
  const strains = resultsOf('load').lines.map(
    ([site = '', times = '', limit = '', peak = '', share = '', refused = '']): Strain => ({
      ...{ site, times, limit, peak, share, refused },
    }),
  );
  const columns = [...new Set(strains.map(({ times }) => times))].map(times => ({ times, site: 'cached' }));
  columns.push({ times: '100', site: 'uncached' });
  const rows = [...new Set(strains.map(({ limit }) => limit))].map(limit => [
    limit,
    ...columns.map(column => {
      const found = strains.find(
        one => one.limit === limit && one.times === column.times && one.site === column.site,
      );
      return found ? cell(found) : '';
    }),
  ]);
  const heads = columns.map(
    ({ times, site }) => `${Number(times).toLocaleString('en')}×${site === 'cached' ? '' : ', no cache'}`,
  );
  return table(['', ...heads], rows);
}
