import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runInline } from '../../../../functions/runtime/run-inline.ts';
import { readPosts } from '../../../../shared/posts/record/read.ts';
import { reassign } from '../../../../shared/posts/publishing/jobs/reassign.ts';
import { readSections } from '../../../../shared/taxonomy/sections/read.ts';
import { SECTION } from '../../../../shared/taxonomy/sections/record.ts';
import { deleteSection } from '../../../../shared/taxonomy/sections/remove.ts';
import { createSection, editSection } from '../../../../shared/taxonomy/sections/write.ts';
import { REASSIGNMENT, type OutboxItem } from '../../../../shared/platform/store/outbox/outbox-item.ts';
import { queryItems } from '../../../../shared/platform/store/table.ts';
import { runContended } from '../../../support/aws/contended-table.ts';
import { makePosts, useEngines } from '../../../support/aws/engines.ts';
import { randomFrom } from '../../../support/values/random.ts';
import { rounds } from '../../../support/run/rounds.ts';

useEngines();

const WRITERS = rounds(31, 101);
const POSTS = 30;
/** Writes one after the other take the same time each, so a few of them show the time of all. */
const SERIAL_WRITES = 4;

beforeEach(() => {
  process.env.LOG_LEVEL = 'silent';
  vi.spyOn(Math, 'random').mockImplementation(randomFrom(1));
});
afterEach(() => {
  vi.restoreAllMocks();
});

let created = 0;

/** Each write as its endpoint does it, with the job that follows. */
async function create(): Promise<number> {
  const name = `name-${created++}`;
  const { value, job } = await createSection(SECTION, { title: name, url: name, tags: [name, 'shared'] });
  await runJob(job);
  return value.id;
}

async function replaceTags(id: number): Promise<void> {
  const { job } = await editSection(SECTION, id, { tags: ['second'] });
  await runJob(job);
}

async function remove(id: number): Promise<void> {
  await runJob(await deleteSection(id, null));
}

async function runJob(job: OutboxItem | null): Promise<void> {
  await runInline(job, reassign);
}

/** Runs a write for each of some inputs one after the other, then for the others at once, and compares their times. */
async function compare<I, O>(inputs: readonly I[], write: (input: I) => Promise<O>) {
  const [few, many] = [inputs.slice(0, SERIAL_WRITES), inputs.slice(SERIAL_WRITES)];
  const inTurn = await runContended(async () => {
    const results: O[] = [];
    for (const input of few) results.push(await write(input));
    return results;
  });
  const together = await runContended(() => Promise.all(many.map(write)));
  expect(together.ms).toBeLessThan(3 * (inTurn.ms / few.length) * many.length);
  await expectNoJobs();
  const serialTransactions = (inTurn.transactions / few.length) * many.length;
  return { ...together, serialTransactions, results: [...inTurn.result, ...together.result] };
}

/** Workers have nothing to do: each request has completed its job. */
async function expectNoJobs(): Promise<void> {
  const jobs = await queryItems({ pk: 'OUTBOX', consistent: true });
  expect(jobs.filter(({ kind }) => kind === REASSIGNMENT)).toEqual([]);
}

async function readPostSections(ids: readonly number[]): Promise<number[][]> {
  const posts = await readPosts(ids, { content: false, consistent: true });
  return posts.map(({ value }) => value.auto_sections.toSorted((a, b) => a - b));
}

describe('simultaneous writes of sections that share a tag of posts', () => {
  it('simultaneous writes succeed within three times the serial time, with all posts in the right sections', async () => {
    const ids = await makePosts(POSTS, { tags: ['shared', 'second'] });
    const sections = async () => [...(await readSections()).records.keys()].sort((a, b) => a - b);

    const made = await compare(Array(SERIAL_WRITES + WRITERS).fill(0), create);
    expect(await readPostSections(ids)).toEqual(Array(POSTS).fill(await sections()));
    // A job that has its turn finds posts as the one before it has written them.
    expect(made.transactions).toBeLessThan(made.serialTransactions);

    const edited = await compare(made.results, replaceTags);
    expect(await readPostSections(ids)).toEqual(Array(POSTS).fill(await sections()));
    expect(edited.cancelled).toBeLessThan(3 * WRITERS);

    const removed = await compare(made.results, remove);
    expect(await readPostSections(ids)).toEqual(Array(POSTS).fill([]));
    expect(removed.transactions).toBeLessThan(removed.serialTransactions);
  });
});
