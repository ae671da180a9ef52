import { parse, startCommand, UsageError, type Command } from '../../infra/core/command.ts';
import { print } from '../../infra/core/terminal.ts';
import { bundleService } from './bundle.ts';
import { simulateHistory, type HistoryResult } from './history.ts';

const USAGE = `Usage: npm run simulate -- [--seed <number>] [--hours <number> | --histories <number>]

Simulates the service with its clients, disk and network in virtual time, history after history, while it kills processes and lets disk
and network fail. Prints each history that no order of its calls explains, or whose table disagrees, and ends with 1 then.

  --seed       the seed of the first history; the next ones count up. By default a new one
  --hours      how long to go on; by default a minute
  --histories  how many histories to simulate instead; 1 replays the history of the seed, with its log`;

const DEFAULT_HOURS = 1 / 60;
const HOUR_MS = 3_600_000;

interface Options {
  seed: number;
  hours: number;
  histories: number;
}

/** @throws UsageError */
function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { seed, hours, histories } = parse({
    args,
    options: { seed: text, hours: text, histories: text },
  }).values;
  const options = {
    seed: Number(seed ?? Date.now() % 2 ** 31),
    hours: hours === undefined && histories !== undefined ? Infinity : Number(hours ?? DEFAULT_HOURS),
    histories: Number(histories ?? Infinity),
  };
  if (Object.values(options).some(Number.isNaN))
    throw new UsageError('Seed, hours and histories are numbers.');
  return options;
}

async function run({ seed: first, hours, histories }: Options): Promise<void> {
  print(`The first seed is ${first}.`);
  const load = await bundleService();
  const began = performance.now();
  const before = process.cpuUsage();
  const failed: number[] = [];
  let [count, calls, virtualMs] = [0, 0, 0];
  while (count < histories && performance.now() - began < hours * HOUR_MS) {
    const result = await simulateHistory(load, first + count);
    count++;
    calls += result.calls;
    virtualMs += result.virtualMs;
    if (result.failure !== undefined) failed.push(result.seed);
    if (result.failure !== undefined || histories === 1) show(result);
  }
  const { user, system } = process.cpuUsage(before);
  const [minutes, cpuMinutes] = [(performance.now() - began) / 60_000, (user + system) / 60_000_000];
  const size = `${count} histories of ${calls} calls, ${(virtualMs / HOUR_MS).toFixed(1)} virtual hours`;
  const speed = `${Math.round(count / minutes)} a minute, ${Math.round(count / cpuMinutes)} a minute of processor time`;
  print(`${size}: ${speed}.`);
  if (failed.length > 0) throw new Error(`${failed.length} histories are wrong: ${failed.join(', ')}.`);
}

function show({ seed, plan, calls, answered, tasks, traceHash, failure, log }: HistoryResult): void {
  for (const line of log) print(line);
  print(`Seed ${seed}: ${plan}; ${answered} of ${calls} calls answered; ${tasks} tasks; trace ${traceHash}`);
  print(
    failure === undefined
      ? 'It is right.'
      : `${failure}\nReplay it: npm run simulate -- --seed ${seed} --histories 1`,
  );
}

export const simulate: Command<Options> = { usage: USAGE, read: readOptions, run };

await startCommand(import.meta.filename, simulate);
