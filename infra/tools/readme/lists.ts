import { resultsOf, table } from './table.ts';

/** What `npm run bench -- lists` found: a row a list, what it read with each size of the archive, all else with the largest. */
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
