import { measureCost, type Reading } from '../../support/costs/meter.ts';
import type { InProcess } from './in-process.ts';

const RUNS = 50;
/** The minimum number of runs of a slow request, and the maximum time for its runs. */
const MIN_RUNS = 5;
const MAX_MS = 4_000;

export interface Figures extends Reading {
  p50: number;
  p95: number;
}

/** The cost of a warm request: key, authors and sections are cached, as in all but one request in nine seconds. */
export async function measure(service: InProcess, path: string): Promise<Figures> {
  const ask = await service.prepare('GET', path);
  const askOk = async (): Promise<void> => {
    const { statusCode, body } = await ask();
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body}`);
  };
  await askOk();
  await askOk();
  const times: number[] = [];
  let cheapest: Reading | undefined;
  const began = performance.now();
  while (times.length < MIN_RUNS || (times.length < RUNS && performance.now() - began < MAX_MS)) {
    const start = performance.now();
    const cost = await measureCost(askOk);
    times.push(performance.now() - start);
    if (!cheapest || cost.calls < cheapest.calls) cheapest = cost;
  }
  return { ...cheapest!, p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

/** How many times as long a request takes as another one, by the medians of both in turns: so the load of the machine counts for both. */
export async function compareTimes(service: InProcess, path: string, other: string): Promise<number> {
  const requests = await Promise.all([path, other].map(each => service.prepare('GET', each)));
  for (let turn = 0; turn < MIN_RUNS; turn++) for (const ask of requests) await ask();
  const times = requests.map((): number[] => []);
  for (let turn = 0; turn < RUNS; turn++)
    for (const [index, ask] of requests.entries()) {
      const start = performance.now();
      await ask();
      times[index]!.push(performance.now() - start);
    }
  const [own = NaN, its = NaN] = times.map(each => quantile(each, 0.5));
  return own / its;
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? NaN;
}
