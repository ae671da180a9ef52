import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onStoppedData } from '../../../infra/cli/place.ts';
import { findDisagreements } from '../../support/table/checked-table.ts';
import { Service } from '../../support/processes/service.ts';
import { eventually, type Api } from '../../support/api/api.ts';

let dir: string;
let services: Service[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'broadsheet-'));
});
afterEach(async () => {
  await Promise.all(services.map(service => service.end('SIGKILL')));
  services = [];
  await rm(dir, { recursive: true, force: true });
});

function start(environment: Record<string, string> = {}): Service {
  const service = new Service({ DATA_DIR: dir, ...environment });
  services.push(service);
  return service;
}

function passes(time: number): Promise<number> {
  return eventually(
    () => Promise.resolve(Date.now()),
    now => now > time,
  );
}

/** The second sweep of a service comes after this time. */
const SWEEP_INTERVAL_MS = 30_000;

function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

describe('npm start', () => {
  it('reports its address and key on standard output and in ready.json', async () => {
    const service = start();
    const ready = await service.ready(dir);
    console.log(`ready after ${Math.round(performance.now() - service.startedMs)} ms`);
    expect(ready).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      adminKey: expect.stringMatching(/^[0-9a-f]{64}$/),
      pid: service.process.pid,
    });
    await eventually(
      () => Promise.resolve(service.output),
      output => output.endsWith('\n'),
    );
    const shown = ready.url.replace('127.0.0.1', 'localhost');
    expect(service.output.split('\n')).toEqual([
      `Broadsheet is ready at ${shown} with the API key ${ready.adminKey}`,
      `  Site:      ${shown}/`,
      `  Desk:      ${shown}/desk/#key=${ready.adminKey}`,
      `  Reference: ${shown}/docs/#key=${ready.adminKey}`,
      `  Feeds:     ${shown}/feeds/rss.xml (atom.xml, feed.json)`,
      `  Sign in:   ${shown}/sign-in/`,
      `  Data:      ${dir}`,
      `  The key again: DATA_DIR=${dir} npm run keys -- --local`,
      '',
    ]);
    expect((await stat(join(dir, 'ready.json'))).mode & 0o777).toBe(0o600);
    const api = await service.api(dir);
    const made = await api.post('/sections', { title: 'S', url: 's' });
    expect(made.body.full_url).toBe('s');
    const front = await fetch(`${ready.url}/`, { headers: { accept: 'text/html' } });
    expect([front.status, (await fetch(`${ready.url}/api/1.3/posts`)).status]).toEqual([200, 401]);
  });

  it('accepts ADMIN_API_KEY and runs in memory with DATA_DIR=:memory:', async () => {
    const service = start({ DATA_DIR: ':memory:', ADMIN_API_KEY: 'my-own-key' });
    const output = await eventually(
      () => Promise.resolve(service.output),
      text => text.endsWith('\n'),
    );
    const [, url = ''] = /at (\S+) with the API key my-own-key\n/.exec(output) ?? [];
    const reply = await fetch(`${url}/api/1.3/posts`, { headers: { 'x-svcauth': 'my-own-key' } });
    expect(reply.status).toBe(200);
    expect(await service.end('SIGTERM')).toBe(0);
  });

  it('exits with a plain message when another process uses its folder', async () => {
    await start().ready(dir);
    // As with a key in ADMIN_API_KEY, which is not stored.
    await rm(join(dir, 'admin-key'));
    const second = start();
    await eventually(
      () => Promise.resolve(second.process.exitCode),
      code => code === 1,
    );
    expect(second.output).toMatch(
      /another process uses it\. The process \d+ seems to use the folder: stop it, or set another DATA_DIR\./,
    );
    await expect(stat(join(dir, 'admin-key'))).rejects.toThrow('ENOENT');
  });
});

describe('a stopped service', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends cleanly on %s and continues with the same key and data',
    async signal => {
      const first = start();
      const before = await first.api(dir);
      const made = await before.post('/drafts', { headline: 'Kept', body: 'x'.repeat(500_000) });
      const soon = inSeconds(55);
      await before.put(`/scheduled_posts/${made.body.id}`, { scheduled_at: soon });
      // A sweep may already wait for the post.
      await passes(Date.now() + 2500);
      expect(await first.end(signal)).toBe(0);
      expect(inSeconds(0)).toBeLessThan(soon);
      await expect(stat(join(dir, 'ready.json'))).rejects.toThrow('ENOENT');

      const after = await start().api(dir);
      expect(after.adminKey).toBe(before.adminKey);
      const kept = await after.get(`/scheduled_posts/${made.body.id}`);
      expect(kept.body).toMatchObject({ headline: 'Kept', body: 'x'.repeat(500_000), scheduled_at: soon });
      expect(await readFile(join(dir, 'admin-key'), 'utf8')).toContain(after.adminKey);
    },
  );
});

describe('a killed service', () => {
  it('keeps every answered write and consistent lists when it is killed repeatedly during writes', async () => {
    const answered: Answered = new Map();
    for (let round = 0; round < 3; round++) {
      const service = start();
      const api = await service.api(dir);
      await check(api, answered);
      await writeUntilKilled(api, service, answered, round);
    }
    const last = start();
    await check(await last.api(dir), answered);
    expect(answered.size).toBeGreaterThan(50);
    expect(await last.end('SIGTERM')).toBe(0);
    await checkFolder();
  });

  it('answers repetitions with the first posts, and finds each by search, at once after its next start', async () => {
    const first = start();
    const api = await first.api(dir);
    const bodies = Array.from({ length: 60 }, (_, n) => ({ headline: `Kept ${n}`, body: `<p>word${n}</p>` }));
    const create = (one: Api, n: number) =>
      one.post('/posts', bodies[n], { headers: { 'idempotency-key': `key-${n}` } });
    const ids = new Map<number, number>();
    const sent = bodies.map(async (_, n) => {
      ids.set(n, (await create(api, n)).body.id);
      if (ids.size === 20) void first.end('SIGKILL');
    });
    await Promise.allSettled(sent);

    const again = await start().api(dir);
    const began = performance.now();
    const replies = await Promise.all(bodies.map((_, n) => create(again, n)));
    expect(replies.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    for (const [n, { body }] of replies.entries()) {
      expect(body.headline).toBe(`Kept ${n}`);
      if (ids.has(n)) expect(body.id).toBe(ids.get(n));
      const found = await eventually(
        () => again.get(`/posts/search?phrase=word${n}`),
        ({ body: posts }) => posts.length > 0,
      );
      expect(found.body.map(({ id }: { id: number }) => id)).toEqual([body.id]);
    }
    console.log(`all found ${Math.round(performance.now() - began)} ms after the start`);
    expect((await everything(again, 'posts')).size).toBe(bodies.length);
  });

  it('publishes a draft whose time has passed in the first sweep after its next start', async () => {
    const first = start();
    const api = await first.api(dir);
    const { id } = (await api.post('/drafts', { headline: 'Due' })).body;
    const at = inSeconds(10);
    await api.put(`/scheduled_posts/${id}`, { scheduled_at: at });
    await first.end('SIGKILL');
    await passes((at + 1) * 1000);
    const again = await start().api(dir);
    const { body } = await eventually(
      () => again.get(`/posts/${id}`),
      reply => reply.status === 200,
      SWEEP_INTERVAL_MS,
    );
    expect(body).toMatchObject({ status: 'published', created_ts: at });
  });

  it('publishes on time after a kill, although the message of the second is lost', async () => {
    const first = start();
    const api = await first.api(dir);
    const { id } = (await api.post('/drafts', { headline: 'Awaited' })).body;
    const at = inSeconds(20);
    await api.put(`/scheduled_posts/${id}`, { scheduled_at: at });
    await first.end('SIGKILL');
    const again = await start().api(dir);
    const { body } = await eventually(
      () => again.get(`/posts/${id}`),
      reply => reply.status === 200,
    );
    expect(body).toMatchObject({ status: 'published', created_ts: at });
  });
});

interface State {
  headline: string;
  family: 'drafts' | 'posts';
}
/** The states that a post may be in: one when its last write was answered, two when a kill came before the answer. */
type Answered = Map<number, State[]>;

/** Eight clients create, edit and publish until the service stops answering. */
async function writeUntilKilled(
  api: Api,
  service: Service,
  answered: Answered,
  round: number,
): Promise<void> {
  let writes = 0;
  const client = async (number: number): Promise<void> => {
    for (let turn = 0; ; turn++) {
      const made: State = { headline: `${round}-${number}-${turn}`, family: 'drafts' };
      const body = { headline: made.headline, tags: [`t${turn % 7}`], sections: [0] };
      const { id } = (await api.post('/drafts', body)).body;
      const edited: State = { headline: `${made.headline} edited`, family: turn % 2 ? 'posts' : 'drafts' };
      answered.set(id, [made, edited]);
      const action = edited.family === 'posts' ? { action: 'publish' } : {};
      const reply = await api.put(`/drafts/${id}`, { headline: edited.headline, ...action });
      expect(reply.status).toBe(200);
      answered.set(id, [edited]);
      if (++writes === 40) void service.end('SIGKILL');
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: 8 }, (_, number) => client(number)));
  for (const end of ends)
    expect(String((end as PromiseRejectedResult).reason)).toMatch(/fetch failed|terminated/);
}

async function check(api: Api, answered: Answered): Promise<void> {
  const listed = { drafts: await everything(api, 'drafts'), posts: await everything(api, 'posts') };
  for (const [id, states] of answered) {
    const found: State[] = [];
    for (const family of ['drafts', 'posts'] as const) {
      const { status, body } = await api.get(`/${family}/${id}`);
      expect(listed[family].has(id)).toBe(status === 200);
      if (status === 200) found.push({ headline: body.headline, family });
    }
    expect(found).toHaveLength(1);
    expect(states).toContainEqual(found[0]);
  }
}

async function everything(api: Api, family: string): Promise<Set<number>> {
  const ids = new Set<number>();
  let next: string | undefined = `/${family}?limit=30&include_fields=id`;
  while (next !== undefined) {
    const reply = await api.get(next);
    for (const { id } of reply.body as { id: number }[]) ids.add(id);
    next = /<(.*)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
  }
  return ids;
}

/** Compares all that is stored in the folder of a process that has ended. */
async function checkFolder(): Promise<void> {
  await onStoppedData(dir, async () => expect(await findDisagreements()).toEqual([]));
}
