import { mkdir, writeFile } from 'node:fs/promises';
import { installMeter } from '../support/costs/meter.ts';
import { findFaults } from './lists/bounds.ts';
import { measure } from './lists/measure.ts';
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
  } finally {
    await store.close();
  }
  console.log(toText(rows));
  if (args.length === 0) await keep(rows);
  for (const { name, bounds } of lists.values()) {
    const faults = findFaults(
      rows.filter(row => row.list === name),
      bounds,
    );
    for (const fault of faults) console.error(`${name}: ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  }
}

async function keep(rows: readonly Row[]): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(new URL('lists.csv', RESULTS), toCsv(rows));
  await writeFile(new URL('lists.svg', RESULTS), drawPlot(rows));
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(0)} s`;
}
