import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { Service } from './service.ts';

const SECONDS = 8;
const POSTS = 1000;
const PARAGRAPH =
  '<p>The council met until midnight and voted for the new bridge, seven to four, after a long debate.</p>';
const BODY = PARAGRAPH.repeat(34);

interface Load {
  name: string;
  connections: number;
  method: 'GET' | 'POST';
  path: string;
  body?: () => object;
}

let made = 0;
function draft(): object {
  made++;
  return {
    headline: `Council votes on bridge number ${made}`,
    body: BODY,
    tags: ['council', `ward-${made % 20}`, `street-${made % 97}`],
  };
}

/**
 * Measures the editorial core over HTTP: requests per second, latency and processor time per request, with client and service on one
 * machine. A writing load ends when all its posts can be found by search, so that it includes the work of the outbox worker.
 */
export async function run(): Promise<void> {
  const service = await Service.start();
  try {
    const first = (await service.call('POST', '/posts', draft())) as { id: number };
    for (let count = 0; count < POSTS; count += 8) {
      await Promise.all(Array.from({ length: 8 }, () => service.call('POST', '/posts', draft())));
    }
    await searchable(service);
    const loads: Load[] = [
      { name: 'create a post, 1 connection', connections: 1, method: 'POST', path: '/posts', body: draft },
      { name: 'create a post, 8 connections', connections: 8, method: 'POST', path: '/posts', body: draft },
      { name: 'get by id', connections: 8, method: 'GET', path: `/posts/${first.id}` },
      { name: 'newest 10, with bodies', connections: 8, method: 'GET', path: '/posts?limit=10' },
      {
        name: 'newest 10, without bodies',
        connections: 8,
        method: 'GET',
        path: '/posts?limit=10&exclude_fields=body,listicle',
      },
      { name: '10 with a tag', connections: 8, method: 'GET', path: '/posts/tag?tag=ward-7&limit=10' },
    ];
    const rows: Record<string, object> = {};
    for (const load of loads) rows[load.name] = await measure(service, load);
    console.table(rows);
  } finally {
    await service.stop();
  }
}

/** Creates one last post and waits until a search finds it by the number in its headline. */
async function searchable(service: Service): Promise<void> {
  await service.call('POST', '/posts', draft());
  const path = `/posts/search?phrase=${made}&include_fields=id`;
  while (((await service.call('GET', path)) as unknown[]).length === 0) await sleep(20);
}

async function measure(service: Service, { connections, method, path, body }: Load): Promise<object> {
  const before = await service.cpuSeconds();
  const began = performance.now();
  const result = await autocannon({
    url: `${service.url}/api/1.3${path}`,
    connections,
    duration: SECONDS,
    headers: { 'x-svcauth': service.key, 'content-type': 'application/json' },
    requests: [
      { method, ...(body && { setupRequest: request => ({ ...request, body: JSON.stringify(body()) }) }) },
    ],
  });
  const answered = result['2xx'];
  if (body) await searchable(service);
  const seconds = (performance.now() - began) / 1000;
  const cpu = (await service.cpuSeconds()) - before;
  return {
    'per second': Math.round(answered / result.duration),
    ...(body && { searchable: Math.round(answered / seconds) }),
    'p50 ms': result.latency.p50,
    'p99 ms': result.latency.p99,
    'cpu ms': Number(((cpu / answered) * 1000).toFixed(2)),
    failed: result.non2xx + result.errors,
  };
}
