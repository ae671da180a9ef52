import { hasResults, readResults, table } from './table.ts';

/**
 * A table of the results of `npm run bench -- lists`: a row per list, with its read units for each archive size. The other columns
 * are for the largest archive.
 */
export function lists(): string {
  const { lines } = readResults('lists');
  const byList = new Map<string, { posts: string; read: string; others: string[] }[]>();
  for (const [posts = '', list = '', calls = '', trips = '', examined = '', read = '', ...ms] of lines) {
    byList.set(list, [...(byList.get(list) ?? []), { posts, read, others: [examined, calls, trips, ...ms] }]);
  }
  const sizes = [...byList.values()][0]?.map(({ posts }) => Number(posts).toLocaleString('en')) ?? [];
  const rows = [...byList].map(([list, found]) => [
    list,
    ...found.map(({ read }) => read),
    ...(found.at(-1)?.others ?? []),
  ]);
  return table(
    ['list', ...sizes.map(size => `read units at ${size}`), 'examined', 'calls', 'trips', 'p50 ms', 'p95 ms'],
    rows,
  );
}

/** A table of the results of `npm run bench -- cold`: a row per folder of functions with the largest and the slowest function. */
export function cold(): string {
  const groups = new Map<string, { bytes: number; ms: number; ratio: number }[]>();
  for (const [name = '', bytes, , ms, ratio] of readResults('cold').lines) {
    const [group = ''] = name.split('/');
    const figures = { bytes: Number(bytes), ms: Number(ms), ratio: Number(ratio) };
    groups.set(group, [...(groups.get(group) ?? []), figures]);
  }
  const rows = [...groups].map(([group, all]) => {
    const most = (figure: (figures: (typeof all)[number]) => number): number => Math.max(...all.map(figure));
    return [
      group === 'bare' ? '_the bare handler_' : group,
      String(all.length),
      (most(({ bytes }) => bytes) / 1000).toFixed(0),
      most(({ ms }) => ms).toFixed(0),
      most(({ ratio }) => ratio).toFixed(2),
    ];
  });
  return table(['functions', 'how many', 'largest KB', 'slowest import, ms', 'times the bare handler'], rows);
}

/** A table of the results of `npm run bench -- cpu`. */
export function cpu(): string {
  const { columns, lines } = readResults('cpu');
  return table(columns, lines);
}

/** A table of the results of `npm run bench -- peers`, after the machine and the date of the measurement. */
export function peers(): string {
  if (!hasResults('peers')) return '\nNo figures are stored yet.\n';
  const { columns, lines } = readResults('peers');
  const [[date = '', processor = '', processors = '', node = ''] = []] = readResults('peers-machine').lines;
  return `Measured on ${date}: ${processors} × ${processor}, Node.js ${node}.\n\n${table(columns, lines)}`;
}

/** The endpoints that cause most of a bill, and one of each kind. */
const SHOWN = [
  'posts/get',
  'posts/list',
  'posts/search',
  'posts/record-page-views',
  'likes/create',
  'drafts/create',
  'posts/create',
  'posts/edit',
  'scheduled_posts/schedule',
  'sections/edit',
  'images/create',
  'documents/create',
  'dam/list',
];

/** A table of the results of `npm run cost`: dollars per million requests. */
export function costs(): string {
  const { columns, lines } = readResults('cost-requests');
  const shown = SHOWN.map(name => lines.find(([endpoint]) => endpoint === name) ?? [name]);
  return table(columns, shown);
}

/** A table of dollars per month. */
export function months(): string {
  const { columns, lines } = readResults('cost-months');
  return table(columns, lines);
}

/** A table of dollars per month that the edge adds. */
export function edge(): string {
  const { columns, lines } = readResults('cost-edge');
  return table(columns, lines);
}

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
        row => row.limit === limit && row.times === column.times && row.site === column.site,
      );
      return found ? cell(found) : '';
    }),
  ]);
  const heads = columns.map(
    ({ times, site }) => `${Number(times).toLocaleString('en')}×${site === 'cached' ? '' : ', no cache'}`,
  );
  return table(['', ...heads], rows);
}
