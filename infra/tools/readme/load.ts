import { readResults, table } from './table.ts';

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

/** Bold when the load exceeds the limit, with the share of refused requests. */
function cell({ peak, share, refused }: Strain): string {
  if (share === '') return `${peak} s`;
  if (Number(share) <= 1) return percent(share);
  return `**${percent(share)}**${Number(refused) < 0.001 ? '' : `, ${percent(refused)} refused`}`;
}

/** A table of the results of `npm run bench -- load`: the share of each limit that the busiest second uses. */
export function load(): string {
  const strains = readResults('load').lines.map(
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
