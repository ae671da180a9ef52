import { writeFile } from 'node:fs/promises';
import { loadCsv } from './load/table.ts';

/** Simulates the use of each limit by a newsroom ten, a hundred and a thousand times as large. */
export async function run(): Promise<void> {
  const csv = loadCsv();
  console.log(csv);
  await writeFile(new URL('results/load.csv', import.meta.url), csv);
}
