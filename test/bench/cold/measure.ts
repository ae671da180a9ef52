import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { Built } from './build.ts';

/** How many functions are timed between two of the bare handler. */
const BETWEEN = 4;

/**
 * What Lambda does before the first request: a fresh process loads the function's file. In milliseconds of processor time, which
 * passes as time does where nothing else runs, and says the same where much does.
 */
const SCRIPT = `
  const before = process.cpuUsage();
  require(process.argv[1]);
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(String((user + system) / 1000));
  process.exit(0);`;

export interface Timed extends Built {
  /** Medians. */
  importMs: number;
  /** Of an import to those of the bare handler before and after it. */
  ratio: number;
}

/**
 * Times the import of each function so many times, in turns with the bare handler: as the machine's speed drifts, the ratio holds
 * where the milliseconds don't.
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
  // Not counted: the first run reads the files from the disk.
  for (const one of [bare, ...functions]) await once(one);
  for (let run = 0; run < runs; run++) {
    let before = await once(bare);
    for (let start = 0; start < functions.length; start += BETWEEN) {
      const some = functions.slice(start, start + BETWEEN);
      const found: number[] = [];
      for (const one of some) found.push(await once(one));
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
    functions: functions.map(one => {
      const { ms = [], ratios = [] } = times.get(one.name) ?? {};
      return { ...one, importMs: median(ms), ratio: median(ratios) };
    }),
  };
}

/** As Lambda's, as far as a function looks at it when it is loaded. */
const ENVIRONMENT = { AWS_REGION: 'us-east-1', NODE_ENV: 'production' };

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN;
}
