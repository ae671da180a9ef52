import { request } from 'node:http';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Service } from './service.ts';

const CONNECTIONS = 500;
const SECONDS = 15;
/** The time until the connections of the load are open. */
const WARM_UP_MS = 3000;
const FRESH_INTERVAL_MS = 50;
const MAX_P99_MS = 2000;

interface Fresh {
  ms: number;
  /** undefined when there was no answer. */
  status: number | undefined;
}

/** Measures requests on connections of their own while 500 connections read without pause. @returns whether 99 % of them are answered in 2 s */
export async function isFairToNewConnections(
  { url, key }: Pick<Service, 'url' | 'key'>,
  paths: { busy: string; fresh: string },
): Promise<boolean> {
  const headers = { 'x-svcauth': key };
  const load = autocannon({
    url: `${url}/api/1.3${paths.busy}`,
    connections: CONNECTIONS,
    duration: SECONDS,
    timeout: 60,
    headers,
  });
  await sleep(WARM_UP_MS);
  const asked: Promise<Fresh>[] = [];
  for (let ms = WARM_UP_MS; ms < SECONDS * 1000; ms += FRESH_INTERVAL_MS) {
    asked.push(ask(`${url}/api/1.3${paths.fresh}`, headers));
    await sleep(FRESH_INTERVAL_MS);
  }
  const fresh = await Promise.all(asked);
  const result = await load;
  const failed = fresh.filter(({ status }) => status !== 200).length;
  const times = fresh.map(({ ms }) => ms).sort((one, other) => one - other);
  const p99 = percentile(times, 99);
  console.table([
    {
      connections: CONNECTIONS,
      'answered per second': Math.round(result['2xx'] / result.duration),
      'answered 503': result.non2xx,
      'fresh p50 ms': percentile(times, 50),
      'fresh p99 ms': p99,
      'fresh failed': failed,
    },
  ]);
  console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node.js ${process.version}`);
  return p99 <= MAX_P99_MS && failed <= fresh.length / 100;
}

function ask(url: string, headers: Record<string, string>): Promise<Fresh> {
  const began = performance.now();
  return new Promise(resolve => {
    const end = (status?: number): void => resolve({ ms: performance.now() - began, status });
    request(url, { agent: false, headers })
      .on('response', response => response.resume().once('close', () => end(response.statusCode)))
      .on('error', () => end())
      .end();
  });
}

function percentile(sorted: readonly number[], percent: number): number {
  return Math.round(sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? NaN);
}
