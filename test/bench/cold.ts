import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll } from './cold/build.ts';
import { timeAll } from './cold/measure.ts';
import { toCsv, toText } from './cold/table.ts';

const RESULTS = new URL('results/', import.meta.url);
const RUNS = 11;
/** The bound for each function except those that decode pictures, which load sharp. */
const MAX_TIMES = 1.25;

/**
 * Measures cold starts: the bytes of each function, and its import time relative to a bare handler that only gets an item from the
 * table. `npm run bench -- cold posts/get` times some functions and stores nothing; `--node <path>` uses another Node.js, such as
 * Lambda's. Exits with 1 when a function exceeds the bound.
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
