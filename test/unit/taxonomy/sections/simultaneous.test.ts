import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runInline } from '../../../../functions/runtime/run-inline.ts';
import { sleep } from '../../../../shared/platform/core/clock.ts';
import { reassign } from '../../../../shared/posts/publishing/jobs/reassign.ts';
import { forgetDirectory, readKind } from '../../../../shared/taxonomy/sections/read.ts';
import { SECTION, TAG, type Kind } from '../../../../shared/taxonomy/sections/record.ts';
import { createSection } from '../../../../shared/taxonomy/sections/write.ts';
import { runContended } from '../../../support/aws/contended-table.ts';
import { makePost, useEngines } from '../../../support/aws/engines.ts';
import { RUNS_ALL } from '../../../support/run/rounds.ts';
import { randomFrom } from '../../../support/values/random.ts';

useEngines();

const WRITERS = RUNS_ALL ? 101 : 31;
/** Writes one after the other take the same time each, so a few of them show the time of all. */
const SERIAL_WRITES = 10;
const WRITERS_OF_POSTS = 8;

beforeEach(() => {
  process.env.LOG_LEVEL = 'silent';
  vi.spyOn(Math, 'random').mockImplementation(randomFrom(1));
});
afterEach(() => {
  vi.restoreAllMocks();
});

let created = 0;

/** Creates a section or tag as its endpoint does, with the job that follows. */
async function create(kind: Kind): Promise<void> {
  const name = `name-${created++}`;
  const { job } = await createSection(kind, { title: name, url: name, tags: [name] });
  await runInline(job, reassign);
}

async function createInTurn(kind: Kind): Promise<void> {
  for (let count = 0; count < SERIAL_WRITES; count++) await create(kind);
}

async function createAtOnce(kind: Kind): Promise<void> {
  await Promise.all(Array.from({ length: WRITERS }, () => create(kind)));
}

/** Runs work while posts are written without pause. @returns the number of posts */
async function besidePosts(work: () => Promise<void>): Promise<number> {
  let isOver = false;
  let posts = 0;
  const writing = Array.from({ length: WRITERS_OF_POSTS }, async () => {
    for (; !isOver; posts++) {
      // Each of these writers stands for functions that have just read the sections, or cached them.
      if (posts % 2 === 0) forgetDirectory();
      await makePost({ tags: ['busy'] });
      await sleep(5);
    }
  });
  await work();
  isOver = true;
  await Promise.all(writing);
  return posts;
}

function scaled({ ms }: { ms: number }): number {
  return (ms / SERIAL_WRITES) * WRITERS;
}

describe('createSection()', () => {
  it.each([SECTION, TAG])(
    'lets many simultaneous writers of a $name succeed within three times the serial time',
    async kind => {
      const before = (await readKind(kind, { consistent: true })).records.size;
      const serial = await runContended(() => createInTurn(kind));
      const together = await runContended(() => createAtOnce(kind));
      expect((await readKind(kind, { consistent: true })).records.size).toBe(
        before + SERIAL_WRITES + WRITERS,
      );
      expect(together.ms).toBeLessThan(3 * scaled(serial));
      // Each writer loses its first attempt at most: the number of transactions grows with that of the writers, not with its square.
      expect(together.cancelled).toBeLessThan(WRITERS);
      const each = serial.transactions / SERIAL_WRITES;
      expect(together.transactions).toBe(WRITERS * each + together.cancelled);
    },
  );

  it('lets many simultaneous writers succeed while posts are written, which succeed too', async () => {
    const serial = await runContended(() => createInTurn(SECTION));
    const together = await runContended(() => besidePosts(() => createAtOnce(SECTION)));
    expect(together.ms).toBeLessThan(3 * scaled(serial));
    expect(together.result).toBeGreaterThan(WRITERS_OF_POSTS);
  });
});
