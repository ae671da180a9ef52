import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pacedByWorkers } from '../../../infra/cli/reindex/pace.ts';
import { reindex } from '../../../infra/cli/reindex/main.ts';
import { environment } from '../../../shared/platform/core/environment.ts';
import { SEARCHED_FIELDS } from '../../../shared/posts/search/fields.ts';
import {
  backlogPartition,
  INDEX_POST,
  outboxItem,
  toItem,
} from '../../../shared/platform/store/outbox/outbox-item.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { recordSleeps, restoreClock, stopClock } from '../../support/time/clock.ts';
import { startCloudFormation } from '../../support/deployment/cloudformation.ts';
import { makePost, makePosts, useEngines } from '../../support/aws/engines.ts';
import { dyingAfter, withFaults } from '../../support/aws/faults.ts';
import { drain, waiting } from '../../support/table/outbox.ts';
import { expectExactIndex } from '../../support/table/search-index.ts';
import { runHere } from '../../support/processes/cli.ts';

// The jobs of a whole test then wait without any worker being behind.
beforeAll(() => {
  process.env.INDEXERS = '4';
});
useEngines();

let cloud: Awaited<ReturnType<typeof startCloudFormation>>;
beforeAll(async () => {
  const { TABLE_NAME: TableName, CONTENT_BUCKET: ContentBucket, MEDIA_BUCKET: MediaBucket } = environment();
  const outputs = { TableName, ContentBucket, MediaBucket };
  cloud = await startCloudFormation(new Map([['broadsheet-prod', { outputs }]]));
});
afterAll(() => cloud.stop());

beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', cloud.origin);
  process.env.LOG_LEVEL = 'silent';
});
afterEach(() => {
  vi.unstubAllEnvs();
  restoreClock();
});

function run(...args: string[]) {
  return runHere(reindex, ['--stack', 'broadsheet-prod', '--rate', '1000', ...args]);
}

/** The posts for which an index job waits. */
async function jobIds(): Promise<number[]> {
  return (await waiting(INDEX_POST)).map(({ job }) => JSON.parse(String(job)).id).sort();
}

/** Makes posts that a version without the field `subheadline` in its index has indexed. */
async function makeUnsearched(count: number, fields: object = {}): Promise<number[]> {
  const rows = SEARCHED_FIELDS as (typeof SEARCHED_FIELDS)[number][];
  const [row] = rows.splice(1, 1);
  expect(row!.name).toBe('subheadline');
  try {
    const ids = await makePosts(count, { headline: 'Council', subheadline: 'A bridge', ...fields });
    await drain();
    return ids.sort();
  } finally {
    rows.splice(1, 0, row!);
  }
}

function positionsIn(stderr: string): string[] {
  return [...stderr.matchAll(/--after '(.+?)'/g)].map(([, position = '']) => position);
}

describe('npm run reindex -- --stack', () => {
  it('puts a job into the backlog for each published post, which adds the words of a new field', async () => {
    const ids = await makeUnsearched(40);
    await makePost({ headline: 'A draft' }, 'draft');
    await expect(expectExactIndex()).rejects.toThrow('expected');

    const { code, stdout, stderr } = await run();

    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'Index jobs: 40. npm run outbox counts those that wait.\n',
    });
    expect(stderr).toMatch(
      /^ {2}25 posts so far, back to \d{4}-\d\d-\d\d\. To continue from here: --after '/,
    );
    expect(await jobIds()).toEqual(ids);
    expect(new Set((await waiting(INDEX_POST)).map(({ pk }) => pk))).toEqual(
      new Set(ids.map(id => backlogPartition(id))),
    );
    await drain();
    await expectExactIndex();
  });

  it('changes nothing when it is repeated, or when two run at once', async () => {
    expect(await Promise.all([run(), run()])).toMatchObject([{ code: 0 }, { code: 0 }]);
    await Promise.all([drain(), drain()]);
    await drain();
    await expectExactIndex();
  });

  it('continues behind the last reported position after it died at any call', async () => {
    const ids = await makeUnsearched(1);
    for (let calls = 0; calls < 10; calls++) {
      await drain();
      const died = await withFaults(dyingAfter(calls), () => run());
      const after = positionsIn(died.stderr).at(-1);
      const first = await jobIds();
      const rest = await run(...(after === undefined ? [] : ['--after', after]));
      expect(rest.code).toBe(0);
      const both = new Set(await jobIds());
      // The jobs of the last batch may have been put before its report.
      expect(both.size).toBe(41);
      expect([...both]).toEqual(expect.arrayContaining([...first, ...ids]));
    }
    await drain();
    await expectExactIndex();
  });

  it('indexes a post that is published during the run, although the run has passed its place', async () => {
    await drain();
    const [first] = await Promise.all([run(), makePost({ headline: 'Breaking news' })]);
    expect(first.code).toBe(0);
    await drain();
    await expectExactIndex();
  });

  it('puts jobs only for the posts that match the filter', async () => {
    const [old = 0] = await makePosts(1, { tags: ['ferry'], created_ts: 1_500_000_000 });
    const [recent = 0] = await makePosts(1, { tags: ['Ferry', 'harbour'] });
    await drain();
    const filtered = async (filter: string): Promise<number[]> => {
      expect(await run('--filter', filter)).toMatchObject({ code: 0 });
      const ids = await jobIds();
      await drain();
      return ids;
    };
    expect(await filtered('tags=ferry')).toEqual([old, recent].sort());
    expect(await filtered('tags=ferry&end_ts=1500000000')).toEqual([old]);
    expect(await filtered('tags=ferry&days=30')).toEqual([recent]);
    expect(await filtered('tags[]=harbour&tags[]=canal')).toEqual([recent]);
    expect(await filtered('type=recipe')).toEqual([]);
    expect(await filtered('sections=of-no-section')).toEqual([]);
  });

  it('names an unknown filter and exits with 2', async () => {
    expect(await run('--filter', 'foo=1')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--filter: foo: is not a known filter\n/),
    });
  });

  it.each(['0', '9'])('accepts a position of only the digit %s', async digit => {
    const { code, stdout } = await run('--after', `${digit.repeat(12)}#${digit.repeat(16)}`);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Index jobs: \d+\./) });
    await drain();
  });

  it('names a stack that does not exist', async () => {
    expect(await runHere(reindex, ['--stack', 'a', '--region', 'us-east-1'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no stack a in us-east-1.\n',
    });
  });
});

describe('pacedByWorkers()', () => {
  it('waits for the time that the posts have at the rate', async () => {
    const sleeps = recordSleeps();
    await pacedByWorkers(10, () => undefined)(25);
    expect(sleeps).toEqual([2500]);
  });

  it('waits while fifty due jobs wait for one worker, and reports it once', async () => {
    stopClock();
    const jobs = Array.from({ length: 50 }, () =>
      toItem(outboxItem(INDEX_POST, { id: 4 }, 0, backlogPartition(4))),
    );
    const transaction = new Transaction();
    for (const job of jobs) transaction.put(job);
    await transaction.commit();
    const lines: string[] = [];
    const sleeps = recordSleeps();
    const clock = globalThis.broadsheetClock!;
    globalThis.broadsheetClock = {
      nowMs: () => clock.nowMs(),
      sleep: async ms => {
        await clock.sleep(ms);
        if (sleeps.length === 3) await new Transaction().delete(toKey(jobs[0]!)).commit();
      },
    };
    await pacedByWorkers(25, line => lines.push(line))(25);
    expect(sleeps).toEqual([1000, 2000, 2000]);
    expect(lines).toEqual(['  Waiting for the workers of the index.']);
    restoreClock();
    await drain();
  });
});

function toKey({ pk, sk }: Readonly<Record<string, unknown>>) {
  return { pk: String(pk), sk: String(sk) };
}
