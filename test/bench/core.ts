import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { article } from './peers/article.ts';
import { isFairToNewConnections } from './connections.ts';
import { Service } from './service.ts';

const SECONDS = 5;
/** After half of this time, as many new posts wait for the index as the service allows. */
const LONG_SECONDS = 40;
const POSTS = 1000;
/** The posts that wait for the search index while reads are measured. */
const BACKLOG = 600;
const CREATES_AT_ONCE = 8;
/** The connections of a crowd that creates posts. */
const CROWD = 100;
/** The gate: search finds a post within this time under every load. */
const MAX_DELAY_S = 30;

interface Load {
  name: string;
  connections: number;
  method: 'GET' | 'POST';
  path: string;
  body?: () => object;
}

let made = 0;
function draft(): object {
  return article(++made);
}

/**
 * Measures the editorial core over HTTP: requests per second, latency and processor time per request, with client and service on one
 * machine. A writing load ends when all its posts can be found by search, so that it includes the work of the outbox worker. Further
 * loads read while posts wait for the index, then follows the time until search finds a new post, without and during loads. Last is the
 * wait of new connections while 500 others read; it fails when that is over 2 s.
 */
export async function run(): Promise<void> {
  const service = await Service.start();
  try {
    const first = (await service.call('POST', '/posts', draft())) as { id: number };
    await create(service, POSTS);
    await findNewPost(service);
    const byId = { name: 'get by id', method: 'GET', path: `/posts/${first.id}` } as const;
    const newest = { name: 'newest 10, with bodies', method: 'GET', path: '/posts?limit=10' } as const;
    const creation = { name: 'create a post', method: 'POST', path: '/posts', body: draft } as const;
    const loads: Load[] = [
      ...[1, 8].flatMap((connections): Load[] => [
        { ...creation, connections },
        { ...byId, connections },
        { ...newest, connections },
      ]),
      {
        name: 'newest 10, without bodies',
        connections: 8,
        method: 'GET',
        path: '/posts?limit=10&exclude_fields=body,listicle',
      },
      { name: '10 with a tag', connections: 8, method: 'GET', path: '/posts/tag?tag=ward-7&limit=10' },
      { name: 'search for a word', connections: 8, method: 'GET', path: `/posts/search?phrase=${made}` },
    ];
    const rows: object[] = [];
    for (const load of loads) rows.push(await measure(service, load));
    for (const load of [byId, newest]) {
      await create(service, BACKLOG);
      const row = await measure(service, {
        ...load,
        name: `${load.name}, ${BACKLOG} posts wait`,
        connections: 8,
      });
      rows.push({ ...row, 'posts wait at the end': !(await isSearchable(service)) });
      await findNewPost(service);
    }
    console.table(rows);
    const crowd = { ...creation, name: `${creation.name}, ${CROWD} connections`, connections: CROWD };
    const pressing = [byId, newest, creation].map(load => ({ ...load, connections: 8 }));
    const delays = await measureDelays(service, [...pressing, crowd]);
    console.table(delays);
    const isKept = delays.every(({ [DELAY]: seconds }) => seconds <= MAX_DELAY_S);
    console.log(`Search finds each post within ${MAX_DELAY_S} s: ${isKept ? 'passed' : 'FAILED'}`);
    if (!isKept) process.exitCode = 1;
    if (!(await isFairToNewConnections(service, { busy: newest.path, fresh: byId.path })))
      process.exitCode = 1;
  } finally {
    await service.stop();
  }
}

async function create(service: Service, posts: number): Promise<void> {
  for (let count = 0; count < posts; count += CREATES_AT_ONCE)
    await Promise.all(Array.from({ length: CREATES_AT_ONCE }, () => service.call('POST', '/posts', draft())));
}

const DELAY = 'seconds until search finds a post';

/** Until search finds a new post: without load, while connections read or create posts, and after they have created posts. */
async function measureDelays(service: Service, loads: readonly Load[]) {
  const delays = [{ load: 'none', [DELAY]: await findNewPost(service) }];
  for (const load of loads) {
    const seconds = load.body ? LONG_SECONDS : SECONDS;
    const pressed = press(service, load, seconds);
    await sleep(seconds * 500);
    delays.push({ load: load.name, [DELAY]: await findNewPost(service) });
    await pressed;
    if (load.body) delays.push({ load: `after: ${load.name}`, [DELAY]: await findNewPost(service) });
  }
  return delays;
}

/** Creates one last post and waits until a search finds it. @returns the seconds from its creation on */
async function findNewPost(service: Service): Promise<number> {
  const began = performance.now();
  const creation = service.call('POST', '/posts', draft());
  const number = made;
  await creation;
  while (!(await isSearchable(service, number))) await sleep(20);
  return Number(((performance.now() - began) / 1000).toFixed(2));
}

/** Whether a search finds a post by the number in its headline; by default the last one. */
async function isSearchable(service: Service, number = made): Promise<boolean> {
  const path = `/posts/search?phrase=${number}&include_fields=id`;
  return ((await service.call('GET', path)) as unknown[]).length > 0;
}

async function press(
  service: Service,
  { connections, method, path, body }: Load,
  seconds = SECONDS,
): Promise<autocannon.Result> {
  return await autocannon({
    url: `${service.url}/api/1.3${path}`,
    connections,
    duration: seconds,
    headers: { 'x-svcauth': service.key, 'content-type': 'application/json' },
    requests: [
      { method, ...(body && { setupRequest: request => ({ ...request, body: JSON.stringify(body()) }) }) },
    ],
  });
}

async function measure(service: Service, load: Load): Promise<object> {
  const { name, connections, body } = load;
  const before = await service.cpuSeconds();
  const began = performance.now();
  const result = await press(service, load);
  const answered = result['2xx'];
  if (body) await findNewPost(service);
  const seconds = (performance.now() - began) / 1000;
  const cpu = (await service.cpuSeconds()) - before;
  return {
    load: name,
    connections,
    'per second': Math.round(answered / result.duration),
    ...(body && { searchable: Math.round(answered / seconds) }),
    'p50 ms': result.latency.p50,
    'p99 ms': result.latency.p99,
    'cpu ms': Number(((cpu / answered) * 1000).toFixed(2)),
    failed: result.non2xx + result.errors,
  };
}
