import { setTimeout as sleep } from 'node:timers/promises';
import { Service } from './service.ts';

const SECTIONS = 101;
const WRITERS_OF_POSTS = 8;
/** The time of simultaneous writes, in that of the same writes one after the other. */
const MAX_RATIO = 3;

/**
 * Creates sections one after the other, and then as many simultaneously, while others write posts without pause. Fails when a request
 * does, or when the simultaneous writes take more than three times as long.
 */
export async function run(): Promise<void> {
  const service = await Service.start();
  try {
    const rows: Record<string, object> = {};
    for (const writers of [0, WRITERS_OF_POSTS]) {
      const { posts, result } = await besidePosts(service, writers, () => compare(service, writers));
      rows[writers === 0 ? 'quiet' : `beside ${writers} writers of posts`] = { ...result, posts };
      if (result.ratio > MAX_RATIO) process.exitCode = 1;
    }
    console.table(rows);
  } finally {
    await service.stop();
  }
}

async function compare(service: Service, run: number) {
  const names = Array.from({ length: SECTIONS }, (_, index) => `${run}-${index}`);
  const create = (name: string) =>
    service.call('POST', '/sections', { title: name, url: `s-${name}`, tags: [`t-${name}`] });
  const serialMs = await timeMs(async () => {
    for (const name of names) await create(`one-${name}`);
  });
  const togetherMs = await timeMs(async () => {
    await Promise.all(names.map(name => create(`all-${name}`)));
  });
  return { serialMs, togetherMs, ratio: Math.round((togetherMs / serialMs) * 100) / 100 };
}

async function timeMs(work: () => Promise<void>): Promise<number> {
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
