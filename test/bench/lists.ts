import { mkdir, writeFile } from 'node:fs/promises';
import { installMeter } from '../support/costs/meter.ts';
import { findExcess, findFaults } from './lists/bounds.ts';
import { compareTimes, measure } from './lists/measure.ts';
import { drawPlot } from './lists/plot.ts';
import { deepList, LISTS, type ListRequest } from './lists/requests.ts';
import { Store } from './lists/store.ts';
import { toCsv, toText, type Row } from './lists/table.ts';

const SIZES = [1_000, 20_000, 100_000];
const RESULTS = new URL('results/', import.meta.url);

/**
 * Measures the first page of each list while the archive grows; `npm run bench -- lists 1000 5000` uses other sizes and stores
 * nothing. Reads are consistent, as for a key that writes; a key that only reads costs half the units. Exits with 1 when a bound is
 * exceeded.
 */
export async function run(args: readonly string[]): Promise<void> {
  const sizes = args.length > 0 ? args.map(Number) : SIZES;
  const store = await Store.open();
  installMeter();
  const rows: Row[] = [];
  const lists = new Map<string, ListRequest>();
  let timesAsLong: ReadonlyMap<string, number> = new Map();
  try {
    for (const size of sizes) {
      const began = performance.now();
      const items = await store.growTo(size);
      console.log(`${size} posts, ${items} entries more: ${seconds(performance.now() - began)}`);
      const measured = [...LISTS, await deepList(store.service, size / 2)];
      // Warm up: code is slow on its first run.
      for (const { path } of measured) await store.service.send('GET', path);
      for (const list of measured) {
        lists.set(list.name, list);
        rows.push({ archive: size, list: list.name, ...(await measure(store.service, list.path)) });
      }
    }
    // Calls that go out together don't wait for each other, as on AWS.
    await store.moveTableAway();
    timesAsLong = await compareWithPublic(store, lists);
  } finally {
    await store.close();
  }
  console.log(toText(rows));
  for (const [name, share] of timesAsLong)
    console.log(`${name}: ${share.toFixed(2)} times as long as for published posts`);
  if (args.length === 0) await keep(rows);
  for (const list of lists.values()) {
    const faults = judge(list, rows, timesAsLong);
    for (const fault of faults) console.error(`${list.name}: ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  }
}

type Lists = ReadonlyMap<string, ListRequest>;

/** How many times as long the lists of posts in any state take as those of published posts. */
async function compareWithPublic({ service }: Store, lists: Lists): Promise<Map<string, number>> {
  const shares = new Map<string, number>();
  for (const { name, path, like } of lists.values()) {
    const other = like === undefined ? undefined : lists.get(like)?.path;
    if (other !== undefined) shares.set(name, await compareTimes(service, path, other));
  }
  return shares;
}

function judge(
  { name, bounds, like }: ListRequest,
  rows: readonly Row[],
  timesAsLong: ReadonlyMap<string, number>,
): string[] {
  const own = rows.filter(row => row.list === name);
  const [last, compared] = [own.at(-1), rows.findLast(row => row.list === like)];
  const isCompared = last !== undefined && compared !== undefined;
  return [
    ...findFaults(own, bounds),
    ...(isCompared ? findExcess(last, compared, timesAsLong.get(name) ?? NaN) : []),
  ];
}

async function keep(rows: readonly Row[]): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(new URL('lists.csv', RESULTS), toCsv(rows));
  await writeFile(new URL('lists.svg', RESULTS), drawPlot(rows));
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(0)} s`;
}
