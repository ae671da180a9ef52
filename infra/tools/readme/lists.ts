import { resultsOf, table } from './table.ts';

/**
 * A table of the results of `npm run bench -- lists`: a row per list, with its read units for each archive size. The other columns
 * are for the largest archive.
 */
export function lists(): string {
  const { lines } = resultsOf('lists');
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
