import { costOf, type Reading } from '../../api/support/meter.ts';
import type { InProcess } from './in-process.ts';

const RUNS = 50;
/** However slow a request is, it is asked so often at least and for so long at most. */
const MIN_RUNS = 5;
const MAX_MS = 4_000;

export interface Figures extends Reading {
  p50: number;
  p95: number;
}

/** What a request costs when warm: key, authors and sections known to the process, as they are but once in nine seconds. */
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
    const cost = await costOf(askOk);
    times.push(performance.now() - start);
    if (!cheapest || cost.calls < cheapest.calls) cheapest = cost;
  }
  times.sort((a, b) => a - b);
  const quantile = (share: number): number => times[Math.ceil(times.length * share) - 1] ?? NaN;
  return { ...cheapest!, p50: quantile(0.5), p95: quantile(0.95) };
}
