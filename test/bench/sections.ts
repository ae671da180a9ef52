import { setTimeout as sleep } from 'node:timers/promises';
import { Service } from './service.ts';

const SECTIONS = 101;
const WRITERS_OF_POSTS = 8;
/** Posts that have the tag which all sections share. */
const SHARED_POSTS = 50;
/** The time of simultaneous writes, in that of the same writes one after the other. */
const MAX_RATIO = 3;

/**
 * Creates sections one after the other, and then as many simultaneously, while others write posts without pause. Then creates, edits and
 * deletes sections that share a tag of posts. Fails when a request does, or when the simultaneous writes take more than three times as long.
 */
export async function run(): Promise<void> {
  for (const measure of [compareCreations, compareSharing]) {
    const service = await Service.start();
    try {
      const rows = await measure(service);
      console.table(rows);
      if (Object.values(rows).some(({ ratio }) => ratio > MAX_RATIO)) process.exitCode = 1;
    } finally {
      await service.stop();
    }
  }
}

/** Creates sections while no posts, and while many posts are written. */
async function compareCreations(service: Service) {
  const rows: Record<string, Compared & { posts: number }> = {};
  for (const writers of [0, WRITERS_OF_POSTS]) {
    const create = (name: string) => createSection(service, `${writers}-${name}`, []);
    const { posts, result } = await besidePosts(service, writers, () =>
      compare(makeNames('one'), makeNames('all'), create),
    );
    rows[writers === 0 ? 'quiet' : `beside ${writers} writers of posts`] = { ...result, posts };
  }
  return rows;
}

/** Creates, edits and deletes sections that all share a tag of the same posts. */
async function compareSharing(service: Service) {
  for (let count = 0; count < SHARED_POSTS; count++)
    await service.call('POST', '/posts', { headline: `Shared ${count}`, tags: ['first', 'second'] });
  const ids = new Map<string, number>();
  const [one, all] = [makeNames('shared-one'), makeNames('shared-all')];
  const created = await compare(one, all, async name => {
    ids.set(name, await createSection(service, name, ['first']));
  });
  const buildPath = (name: string): string => `/sections/${ids.get(name)}`;
  const edited = await compare(one, all, name => service.call('PUT', buildPath(name), { tags: ['second'] }));
  const deleted = await compare(one, all, name => service.call('DELETE', buildPath(name)));
  return {
    [`created, sharing a tag of ${SHARED_POSTS} posts`]: created,
    'edited, to share another one': edited,
    deleted,
  };
}

async function createSection(service: Service, name: string, tags: readonly string[]): Promise<number> {
  const body = { title: name, url: `s-${name}`, tags: [`t-${name}`, ...tags] };
  const { id } = (await service.call('POST', '/sections', body)) as { id: number };
  return id;
}

function makeNames(prefix: string): string[] {
  return Array.from({ length: SECTIONS }, (_, index) => `${prefix}-${index}`);
}

interface Compared {
  serialMs: number;
  togetherMs: number;
  ratio: number;
}

/** The times of writes of some sections one after the other, and of as many others at once. */
async function compare(
  one: readonly string[],
  all: readonly string[],
  write: (name: string) => Promise<unknown>,
): Promise<Compared> {
  const serialMs = await timeMs(async () => {
    for (const name of one) await write(name);
  });
  const togetherMs = await timeMs(() => Promise.all(all.map(write)));
  return { serialMs, togetherMs, ratio: Math.round((togetherMs / serialMs) * 100) / 100 };
}

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round(performance.now() - began);
}

async function besidePosts<T>(service: Service, writers: number, work: () => Promise<T>) {
  let isOver = false;
  let posts = 0;
  const write = async (writer: number): Promise<void> => {
    for (; !isOver; posts++) {
      await service.call('POST', '/posts', { headline: `Post ${posts}`, tags: [`t-all-${writer}-${posts}`] });
      await sleep(1);
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, (_, index) => write(index)));
  const result = await work();
  isOver = true;
  await writing;
  return { posts, result };
}
