import { writeFile } from 'node:fs/promises';
import { loadCsv } from './load/table.ts';

/** What a newsroom ten, a hundred, a thousand times as large would ask of each limit of the account and of the design. */
export async function run(): Promise<void> {
  const csv = loadCsv();
  console.log(csv);
  await writeFile(new URL('results/load.csv', import.meta.url), csv);
}
