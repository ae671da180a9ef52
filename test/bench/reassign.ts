import { drainOutbox } from '../../functions/events/jobs.ts';
import { readRecords } from '../../shared/posts/record/read.ts';
import { listPostSections } from '../../shared/posts/record/record.ts';
import { TIMELINE } from '../../shared/posts/record/timelines.ts';
import { OUTBOX_PARTITION } from '../../shared/platform/store/outbox/outbox-item.ts';
import { queryItems } from '../../shared/platform/store/table.ts';
import { countEntries, readPage } from '../../shared/platform/store/timeline.ts';
import { tagKey } from '../../shared/platform/text/tag.ts';
import { dyingAfter, withFaults } from '../support/aws/faults.ts';
import { nameTag } from './lists/newsroom.ts';
import { Store } from './lists/store.ts';

const POSTS = 20_000;
const TAGS = 100;
/** The maximum number of calls to the table after which a worker dies. */
const MAX_LIFE = 4000;
const LEASE_MS = 31_000;

/**
 * Runs a section edit that affects an archive of 20,000 posts with workers that die after a random number of calls. Prints the time
 * and the number of deaths, and checks that every post has the right sections in the end.
 */
export async function run(): Promise<void> {
  const store = await Store.open();
  process.env.LOG_LEVEL = 'silent';
  const skipLease = movableClock();
  try {
    console.log(`seeding ${POSTS} posts …`);
    await store.growTo(POSTS);
    const tags = Array.from({ length: TAGS }, (_, rank) => nameTag(rank));
    const began = performance.now();
    const body = { title: 'Everything', url: 'everything', tags };
    const { id } = (await store.service.send('POST', '/api/1.3/sections', body)).body as { id: number };
    let deaths = 0;
    while (await isWaiting()) {
      skipLease();
      const worker = mortal(Math.ceil(Math.random() * MAX_LIFE));
      await withFaults(worker.before, () => drainOutbox(() => true)).catch(() => undefined);
      if (!worker.died) continue;
      deaths++;
      if (deaths % 5 === 0) await showProgress(store, id);
    }
    const seconds = (performance.now() - began) / 1000;
    const { wrong, members } = await judge(id, tags);
    const rate = Math.round(members / seconds);
    console.log(
      `${members} posts joined in ${seconds.toFixed(0)} s (${rate}/s), workers died ${deaths} times`,
    );
    console.log(`${wrong} posts have the wrong sections`);
    if (wrong > 0) process.exitCode = 1;
  } finally {
    await store.close();
  }
}

/** A worker whose calls all fail after a number of calls; `died` says whether it got that far. */
function mortal(calls: number): { before: () => void; died: boolean } {
  const dying = dyingAfter(calls);
  const worker = {
    died: false,
    before: () => {
      try {
        void dying('');
      } catch (error) {
        worker.died = true;
        throw error;
      }
    },
  };
  return worker;
}

async function isWaiting(): Promise<boolean> {
  return (await queryItems({ pk: OUTBOX_PARTITION, limit: 1, consistent: true })).length > 0;
}

async function showProgress(store: Store, id: number): Promise<void> {
  const { body } = await store.service.send('GET', `/api/1.3/sections/${id}`);
  console.log(
    JSON.stringify((body as { reassignment?: object }).reassignment ?? 'no re-assignment is running'),
  );
}

/** Moves the clock past a dead worker's lease, so that the bench does not wait for it. */
function movableClock(): () => void {
  const { now } = Date;
  let ahead = 0;
  Date.now = () => now() + ahead;
  return () => {
    ahead += LEASE_MS;
  };
}

/** Checks the record of every post of the archive and the section's own list. */
async function judge(section: number, tags: readonly string[]): Promise<{ wrong: number; members: number }> {
  const wanted = new Set(tags.map(tagKey));
  let [wrong, members] = [0, 0];
  let after: string | undefined;
  do {
    const page = await readPage({
      timelines: [TIMELINE.published],
      offset: 0,
      limit: 100,
      after,
      consistent: true,
    });
    for (const post of await readRecords(page.ids, { consistent: true })) {
      const should = post?.tags.some(tag => wanted.has(tagKey(tag))) ?? false;
      if (should) members++;
      if (should !== (post && listPostSections(post).includes(section))) wrong++;
    }
    after = page.next;
  } while (after !== undefined);
  const listed = await countEntries([TIMELINE.section(section)]);
  return { wrong: wrong + Math.abs(listed - members), members };
}
