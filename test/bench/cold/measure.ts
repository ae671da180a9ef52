import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { Built } from './build.ts';
import { median } from '../../support/values/median.ts';

/** The number of functions that are timed between two runs of the bare handler. */
const BETWEEN = 4;

/**
 * Does what Lambda does before the first request: a fresh process loads the function's file. It measures processor time, which other
 * processes hardly affect.
 */
const SCRIPT = `
  const before = process.cpuUsage();
  require(process.argv[1]);
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(String((user + system) / 1000));
  process.exit(0);`;

export interface Timed extends Built {
  /** The median of all runs. */
  importMs: number;
  /** The median ratio of an import to those of the bare handler before and after it. */
  ratio: number;
}

/**
 * Times the import of each function `runs` times, in turns with the bare handler: the ratio stays valid when the machine's speed
 * drifts.
 */
export async function timeAll(
  { bare, functions }: { bare: Built; functions: readonly Built[] },
  { node, runs }: { node: string; runs: number },
): Promise<{ bare: Timed; functions: Timed[] }> {
  const times = new Map(functions.map(({ name }) => [name, { ms: [] as number[], ratios: [] as number[] }]));
  const bareTimes: number[] = [];
  const once = async ({ file }: Built): Promise<number> => {
    const options = { env: ENVIRONMENT, cwd: dirname(file) };
    const { stdout } = await promisify(execFile)(node, ['-e', SCRIPT, file], options);
    return Number(stdout);
  };
  // The first run, which reads the files from the disk, is not counted.
  for (const measured of [bare, ...functions]) await once(measured);
  for (let run = 0; run < runs; run++) {
    let before = await once(bare);
    for (let start = 0; start < functions.length; start += BETWEEN) {
      const some = functions.slice(start, start + BETWEEN);
      const found: number[] = [];
      for (const measured of some) found.push(await once(measured));
      const after = await once(bare);
      bareTimes.push(after);
      some.forEach(({ name }, index) => {
        const ms = found[index] ?? NaN;
        times.get(name)?.ms.push(ms);
        times.get(name)?.ratios.push(ms / ((before + after) / 2));
      });
      before = after;
    }
  }
  return {
    bare: { ...bare, importMs: median(bareTimes), ratio: 1 },
    functions: functions.map(measured => {
      const { ms = [], ratios = [] } = times.get(measured.name) ?? {};
      return { ...measured, importMs: median(ms), ratio: median(ratios) };
    }),
  };
}

/** The variables of Lambda's environment that functions read when they are loaded. */
const ENVIRONMENT = { AWS_REGION: 'us-east-1', NODE_ENV: 'production' };
