import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyArchive } from './archive.ts';
import { measureBacklog } from './backlog.ts';
import type { Entrant, Field } from './field.ts';
import type { Product } from './product.ts';
import { CACHE } from './project.ts';
import { checkAnswer, pressReads, READS } from './reads.ts';
import { measureRestart } from './restart.ts';
import { Server } from './server.ts';
import { measureWrites } from './writes.ts';

const WARM_UP_SECONDS = 2;
/** The time in which a product may free what its last requests took. */
const REST_MS = 10_000;
const BYTES_PER_KB = 1000;
const BYTES_PER_MB = 1e6;

/** Where the servers of this process have their data. */
export const RUN = join(CACHE, `run-${process.pid}`);

interface Round {
  posts: number;
  seconds: number;
  /** Whether reads are also measured while posts wait for the index. */
  withBacklog: boolean;
}

/** Measures all products with archives of one size. All servers are up, and one at a time is asked. */
export async function measureRound(field: Field, round: Round): Promise<void> {
  const { posts, seconds, withBacklog } = round;
  const entrants = new Map<Product, Entrant>();
  const each = async (step: string, work: (entrant: Entrant) => Promise<void>): Promise<void> => {
    await field.each(step, async product => {
      const entrant = entrants.get(product)!;
      try {
        await work(entrant);
        await entrant.server.untilIdle();
      } catch (error) {
        await entrant.server.stop('SIGKILL');
        throw error;
      }
    });
  };
  await mkdir(RUN, { recursive: true });
  try {
    await field.together('the archive', async product => {
      const { data, ids, bytes } = await copyArchive(product, posts, RUN);
      field.note('disk', posts, product, bytes / posts / BYTES_PER_KB);
      const server = await Server.start(product, data);
      const requests = await server.open();
      entrants.set(product, { product, server, requests, data, ids, newest: posts });
    });
    await measureReads(field, round, each);
    await each('creating posts', entrant =>
      measureWrites(field, entrant, posts, { connections: 1, seconds }),
    );
    await each('creating posts', async entrant => {
      await measureWrites(field, entrant, posts, { connections: 8, seconds });
      await sleep(REST_MS);
      field.note('memory', posts, entrant.product, (await entrant.server.memory()) / BYTES_PER_MB);
    });
    if (withBacklog)
      await each('reading while posts wait', entrant => measureBacklog(field, entrant, posts, seconds));
    await each('restarting', entrant => measureRestart(field, entrant, posts));
  } finally {
    await Promise.all([...entrants.values()].map(({ server }) => server.stop('SIGKILL')));
    await rm(RUN, { recursive: true, force: true });
  }
}

async function measureReads(
  field: Field,
  { posts, seconds }: Round,
  each: (step: string, work: (entrant: Entrant) => Promise<void>) => Promise<void>,
): Promise<void> {
  for (const read of READS) {
    await each(`reading (${read.cell})`, async entrant => {
      if (read.paths(entrant).length === 0) return;
      await checkAnswer(read, entrant);
      await pressReads(read, entrant, WARM_UP_SECONDS);
      await entrant.server.untilIdle();
      const cpuBefore = await entrant.server.cpuSeconds();
      const { answered, perSecond } = await pressReads(read, entrant, seconds);
      const cpuMs = (((await entrant.server.cpuSeconds()) - cpuBefore) / answered) * 1000;
      field.note(
        read.cell,
        posts,
        entrant.product,
        perSecond,
        `; ${cpuMs.toFixed(1)} ms of processor time each`,
      );
    });
  }
}
