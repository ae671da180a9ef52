import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { readme } from '../../infra/dev/readme.ts';
import { Field } from './peers/field.ts';
import { readOptions } from './peers/options.ts';
import { measureRound, RUN } from './peers/round.ts';
import { stopServersOnExit } from './peers/server.ts';
import { formatLines, makeRows, toCsv, toText } from './peers/table.ts';

const RESULTS = new URL('results/', import.meta.url);

/**
 * Compares the local service with other products on this machine. Without options, it stores the figures of all of them and renews
 * the table of the documents. Exits with 1 when a ratio that must hold is missed or a product failed.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { products, sizes, seconds, isStandard } = readOptions(args);
  const began = performance.now();
  process.on('exit', () => {
    rmSync(RUN, { recursive: true, force: true });
  });
  stopServersOnExit();
  const field = new Field(products);
  await field.each('installation', product => product.install());
  for (const posts of sizes)
    await measureRound(field, { posts, seconds, withBacklog: posts === Math.max(...sizes) });
  const titles = products.map(({ title }) => title);
  const rows = makeRows(field.figures, titles);
  const lines = formatLines(rows, titles);
  console.log(`\n${toText(lines)}\n\n${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
  if (isStandard && field.isComplete) await keep(lines);
  if (!field.isComplete || rows.some(({ bound }) => bound?.isHeld === false)) process.exitCode = 1;
}

async function keep(lines: readonly (readonly string[])[]): Promise<void> {
  await writeFile(new URL('peers.csv', RESULTS), toCsv(lines));
  await writeFile(new URL('peers-machine.csv', RESULTS), toCsv(machineLines()));
  await readme.run();
}

/** What the figures depend on, for the documents. */
function machineLines(): string[][] {
  const models = cpus().map(({ model }) => model.replaceAll(',', ' ').trim());
  return [
    ['date', 'processor', 'processors', 'node'],
    [new Date().toISOString().slice(0, 10), models[0] ?? 'unknown', String(models.length), process.version],
  ];
}
