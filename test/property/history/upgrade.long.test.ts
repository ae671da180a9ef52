import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainOutbox } from '../../../functions/events/jobs.ts';
import { INDEX_USES, outboxItem, toItem } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { failingItems } from '../../../shared/platform/store/outbox/outbox.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { eventually, useApi, type Api } from '../../support/api/api.ts';
import { allowDisagreements } from '../../support/table/checked-table.ts';
import { advanceClock } from '../../support/time/clock.ts';
import { lastRelease, TaggedVersion } from '../../support/processes/tagged.ts';
import { drawClients, historySeed, UPGRADED } from './plans.ts';
import { History } from './run.ts';

const release = lastRelease();
if (release === undefined)
  console.log('SKIPPED: the last release is not in this clone (git fetch --unshallow).');

/** A worker of the last release runs after each of so many answered calls, while those of this version run too. */
const CALLS_PER_WORKER = 7;
/** A failed job is tried again at least each hour. */
const MAX_RETRY_DELAY_S = 3600;

const api = useApi();
allowDisagreements(/^path: .* is missing/, 'The first release stores no paths.');
allowDisagreements(/^revision: .* has lost its content/, 'The last release does not keep what it replaces.');
allowDisagreements(
  /^list: T#(?:author-names|image-uses|images|draft-|scheduled-|removed-).* (?:is missing|does not follow)/,
  'The last release does not know these lists: a backfill enters its records, and what it moves leaves entries behind.',
);
allowDisagreements(
  /^(?:number: POST_TAGS |number: CHANGES |terms: (?:UNPUBLISHED_TERMS|USED_IMAGES)#)/,
  'The last release counts no tags and states, and indexes no drafts and uses of images.',
);
const seed = historySeed();
const tagged = new TaggedVersion();
let earlier: { api: Api; close: () => void } | undefined;

beforeAll(async () => {
  if (release === undefined) return;
  console.log(`${release}, HISTORY_SEED=${seed}`);
  await tagged.build(release);
  earlier = await tagged.serve(api);
});
afterAll(() => {
  earlier?.close();
  tagged.remove();
});

/** During an upgrade, functions change one after the other: both versions read what the other has written. */
describe.skipIf(release === undefined)('the last release and this one on one table', () => {
  it.each(UPGRADED)('answer concurrent calls about %s as one service does', async (_title, subject) => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(drawClients(subject, { most: 6, turns: 10 }), async clients => {
        const history = new History(subject);
        const workers: Promise<void>[] = [];
        await history.setUp(earlier!.api);
        await history.runClients([api, earlier!.api], clients, count => {
          if (count % CALLS_PER_WORKER === 0) workers.push(tagged.work('outbox'), tagged.work('sweep'));
        });
        await Promise.all(workers);
        await history.survey(api);
        await history.survey(earlier!.api);
        history.requireExplained();
        answered += history.calls.filter(({ reply }) => (reply?.status ?? 500) < 500).length;
      }),
      { seed, numRuns: 5, plugins: [fc.interruptAfterTimeLimit(120_000)] },
    );
    expect(answered).toBeGreaterThan(0);
  });

  it('complete each other’s jobs', async () => {
    const versions = [api, earlier!.api];
    const made = await Promise.all(
      versions.map(async (version, index) => {
        const { body } = await version.post('/posts', {
          headline: `Upgraded bridge ${index}`,
          tags: ['upgrade'],
        });
        return body.id as number;
      }),
    );
    await tagged.work('outbox');

    // The service of this version runs its own worker after each write.
    for (const version of versions)
      await eventually(
        async () => (await version.get('/posts/search', { query: { phrase: 'upgraded bridge' } })).body,
        found => found.length === made.length,
      );
  });

  it('keep a job of a kind that only this version knows until a worker of this version runs it', async () => {
    const readFailed = async () => (await failingItems()).filter(({ job }) => job.includes('only-new'));
    // A worker of the local stack, which is of this version, may take the job first.
    const [failed] = await eventually(
      async () => {
        const job = outboxItem(INDEX_USES, { id: 0, images: false, tags: ['only-new'] }, 0);
        await new Transaction().put(toItem(job)).commit();
        await tagged.work('outbox');
        return await readFailed();
      },
      ({ length }) => length > 0,
    );
    expect(failed).toMatchObject({ kind: INDEX_USES, error: 'Error: unknown kind of job' });

    advanceClock(MAX_RETRY_DELAY_S);
    await eventually(
      async () => {
        await drainOutbox(() => true);
        return await readFailed();
      },
      ({ length }) => length === 0,
    );
  });
});
