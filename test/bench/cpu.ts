import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildChild, buildCommit, buildHere } from './cpu/build.ts';
import { measureLeast, Subject } from './cpu/measure.ts';
import { REQUESTS } from './cpu/requests.ts';
import { toCsv, toText, type CpuRow } from './cpu/table.ts';

const RESULTS = new URL('results/cpu.csv', import.meta.url);

/**
 * Measures the processor time per request of bundled functions with a stubbed table. `--against <commit>` also
 * measures the functions of a commit, in turns, and stores the results; `--node <path>` uses another Node.js, such as Lambda's.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { against: { type: 'string' }, node: { type: 'string', default: process.execPath } },
  });
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-cpu-'));
  const subjects: Subject[] = [];
  try {
    const child = await buildChild(folder);
    const bundles = [await buildHere(join(folder, 'here'))];
    if (values.against !== undefined) bundles.push(await buildCommit(values.against, join(folder, 'commit')));
    for (const bundle of bundles) subjects.push(await Subject.start(child, bundle, resolve(values.node)));
    const rows: CpuRow[] = [];
    for (const name of Object.keys(REQUESTS)) rows.push({ name, ms: await measureLeast(subjects, name) });
    console.log(toText(rows));
    if (values.against !== undefined) await writeFile(RESULTS, toCsv(rows));
  } finally {
    for (const subject of subjects) subject.stop();
    await rm(folder, { recursive: true });
  }
}
