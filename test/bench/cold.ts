import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll } from './cold/build.ts';
import { timeAll } from './cold/measure.ts';
import { toCsv, toText } from './cold/table.ts';

const RESULTS = new URL('results/', import.meta.url);
const RUNS = 11;
/** What must hold of each function that does not decode pictures, which is what sharp is loaded for. */
const MAX_TIMES = 1.25;

/**
 * What starting a function costs before it can answer: its bytes, and how long the import takes beside that of a handler which can
 * only get an item from the table. `npm run bench -- cold posts/get` times some functions and keeps nothing; `--node <path>` takes
 * another Node.js, as the one that Lambda runs. Exits with 1 when a function takes longer than it may.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { node: { type: 'string', default: process.execPath } },
    allowPositionals: true,
  });
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-cold-'));
  try {
    const { bare, functions } = await buildAll(folder);
    const chosen = functions.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
    const timed = await timeAll({ bare, functions: chosen }, { node: resolve(values.node), runs: RUNS });
    const rows = [timed.bare, ...timed.functions];
    console.log(toText(rows));
    if (positionals.length === 0) await keep(toCsv(rows));
    const slow = timed.functions.filter(({ ratio, needsSharp }) => !needsSharp && ratio > MAX_TIMES);
    for (const { name, ratio } of slow)
      console.error(`${name}: ${ratio.toFixed(2)} times the bare handler (bound: ${MAX_TIMES})`);
    if (slow.length > 0) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function keep(csv: string): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(new URL('cold.csv', RESULTS), csv);
}
