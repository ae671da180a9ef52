import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Backlog, drainEach, drainWithBacklog, nextTurnSize } from '../../../../functions/events/backlog.ts';
import { handler } from '../../../../functions/events/outbox.ts';
import { createAuthor, editAuthor } from '../../../../shared/people/authors/write.ts';
import { nowTs } from '../../../../shared/platform/core/clock.ts';
import { newId } from '../../../../shared/platform/core/ids.ts';
import { EMPTY_CONTENT } from '../../../../shared/posts/record/content.ts';
import { editPost } from '../../../../shared/posts/publishing/edit.ts';
import { restorePost } from '../../../../shared/posts/publishing/restore.ts';
import { readNotes } from '../../../../shared/posts/search/note.ts';
import {
  BACKLOG_PARTITIONS,
  INDEX_AUTHOR,
  INDEX_POST,
  OUTBOX_PARTITION,
  outboxItem,
  toItem,
} from '../../../../shared/platform/store/outbox/outbox-item.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { restoreClock, stopClock } from '../../../support/time/clock.ts';
import { ADMIN, makePost, makePosts, useEngines } from '../../../support/aws/engines.ts';
import { dyingAfter, withFaults } from '../../../support/aws/faults.ts';
import { drain, waiting } from '../../../support/table/outbox.ts';
import { rounds } from '../../../support/run/rounds.ts';
import { expectExactIndex } from '../../../support/table/search-index.ts';

beforeAll(() => {
  process.env.INDEXERS = '4';
});
useEngines();

const OLD = { headline: 'old news', created_ts: 1_600_000_000 };
/** Longer than the leases of items and of index entries. */
const LEASE_S = 61;
const context = { getRemainingTimeInMillis: () => 900_000 };
const always = (): boolean => true;

beforeEach(() => {
  process.env.LOG_LEVEL = 'silent';
});
afterEach(async () => {
  stopClock(7200);
  await drain();
  restoreClock();
  await expectExactIndex();
});

/** Invokes a worker as the table's stream does for new items of some partitions. */
function invoke(...partitions: readonly string[]): Promise<void> {
  return handler(
    { Records: partitions.map(S => ({ dynamodb: { Keys: { pk: { S }, sk: { S: '1' } } } })) },
    context,
  );
}

async function backlogLength(): Promise<number> {
  const items = await waiting(INDEX_POST);
  return items.filter(({ pk }) => pk !== OUTBOX_PARTITION).length;
}

async function indexed(ids: readonly number[]): Promise<number[]> {
  const notes = await readNotes(ids);
  return ids.filter(id => notes.get(id)?.leased_until === 0);
}

describe('the backlog of the search index', () => {
  it('gets the jobs of archive material, and OUTBOX those of news and of edits', async () => {
    const [old = 0] = await makePosts(1, OLD);
    const [job] = await waiting(INDEX_POST);
    expect(job).toMatchObject({ pk: BACKLOG_PARTITIONS[old % 4] });
    await drain();

    await editPost(
      old,
      { family: 'posts', input: { headline: 'corrected' }, action: undefined, ifMatch: undefined },
      ADMIN,
    );
    await makePosts(1, { headline: 'news', created_ts: nowTs() - 3600 });
    expect((await waiting(INDEX_POST)).map(({ pk }) => pk)).toEqual([OUTBOX_PARTITION, OUTBOX_PARTITION]);
  });

  it('gets the jobs of all posts of an import, and of an author with a new name', async () => {
    const { value } = await makePost({ headline: 'a draft' }, 'draft');
    const imported = { ...value, id: newId(), basename: 'imported', status: 'published' as const };
    await restorePost(imported, EMPTY_CONTENT, 0);
    const author = await createAuthor({ first_name: 'Ada', last_name: 'Nord' }, ADMIN);
    await editAuthor(author.value.id, { first_name: 'Ada', last_name: 'West' }, ADMIN, undefined);

    expect(await waiting(INDEX_POST)).toMatchObject([{ pk: BACKLOG_PARTITIONS[imported.id % 4] }]);
    expect(await waiting(INDEX_AUTHOR)).toMatchObject([{ pk: BACKLOG_PARTITIONS[author.value.id % 4] }]);
  });

  it('waits for the job of an editor that is put while a worker processes the backlog', async () => {
    const ids = await makePosts(12, OLD);
    const backlog = new Backlog(BACKLOG_PARTITIONS);
    await drainWithBacklog(backlog, always);
    const { value } = await makePost({ headline: 'an editor’s post' });
    const before = await backlogLength();
    let batches = 0;

    await drainWithBacklog(backlog, () => batches++ < 1);
    expect(await indexed([value.id])).toEqual([value.id]);
    expect(await backlogLength()).toBe(before);
    expect(before).toBeGreaterThan(0);
    while ((await drainWithBacklog(backlog, always)) > 0);
    expect(await indexed(ids)).toEqual(ids);
  });

  it('is completed although OUTBOX always has new jobs', async () => {
    const ids = await makePosts(12, OLD);
    const backlog = new Backlog(BACKLOG_PARTITIONS);
    for (const _ of BACKLOG_PARTITIONS) {
      await makePosts(1, { headline: 'news' });
      await drainWithBacklog(backlog, always);
    }
    expect(await indexed(ids)).toEqual(ids);
  });

  it('is divided among workers, each of which processes the partitions that its event names', async () => {
    const ids = await makePosts(16, OLD);
    const [first = ''] = BACKLOG_PARTITIONS;
    await invoke(first, OUTBOX_PARTITION);
    expect(await indexed(ids)).toEqual(ids.filter(id => id % 4 === 0));
    await invoke(OUTBOX_PARTITION);
    expect(await backlogLength()).toBe(ids.filter(id => id % 4 !== 0).length);
  });

  it('makes the same index with several workers, a sweep and simultaneous edits as with one worker', async () => {
    const ids = await makePosts(rounds(24, 120), OLD);
    const edits = ids
      .slice(0, 6)
      .map(id =>
        editPost(
          id,
          { family: 'posts', input: { headline: `new ${id}` }, action: undefined, ifMatch: undefined },
          ADMIN,
        ),
      );
    const workers = [
      ...BACKLOG_PARTITIONS.map(partition => invoke(partition)),
      invoke(...BACKLOG_PARTITIONS),
    ];
    await Promise.all([...workers, ...edits, drainEach(always)]);
    await drain();
    expect(await indexed(ids)).toEqual(ids);
  });

  it('is completed by the others after a worker dies at any call', async () => {
    for (let calls = 1; calls < 14; calls += rounds(6, 1)) {
      await makePosts(4, OLD);
      await withFaults(dyingAfter(calls), () => invoke(...BACKLOG_PARTITIONS)).catch(() => undefined);
      stopClock(LEASE_S * (calls + 1));
      await drainEach(always);
      expect(await waiting(INDEX_POST)).toEqual([]);
    }
  });

  it('needs no more calls for a post than jobs of OUTBOX do', async () => {
    const countCalls = async (fields: object): Promise<number> => {
      await makePosts(25, fields);
      let calls = 0;
      await withFaults(
        () => {
          calls++;
        },
        () => drainEach(always),
      );
      return calls;
    };
    process.env.INDEXERS = '1';
    const news = await countCalls({ headline: 'one two' });
    const old = await countCalls({ ...OLD, headline: 'one two' });
    process.env.INDEXERS = '4';
    // Both look once at each of the five partitions.
    expect(old).toBeLessThanOrEqual(news);
  });
});

describe('index job that an earlier version put into OUTBOX', () => {
  it('indexes posts of any age', async () => {
    const [id = 0] = await makePosts(1, OLD);
    const [job] = await waiting(INDEX_POST);
    const key = { pk: String(job!.pk), sk: String(job!.sk) };
    await new Transaction()
      .delete(key)
      .put(toItem(outboxItem(INDEX_POST, { id }, 0)))
      .commit();
    await invoke(OUTBOX_PARTITION);
    expect(await indexed([id])).toEqual([id]);
  });
});

describe('nextTurnSize()', () => {
  it('halves after a slow turn, doubles after a fast one, and stays within 1 and 50', () => {
    expect([nextTurnSize(25, 5000), nextTurnSize(1, 5000)]).toEqual([12, 1]);
    expect([nextTurnSize(25, 100), nextTurnSize(50, 100)]).toEqual([50, 50]);
    expect(nextTurnSize(25, 1000)).toBe(25);
  });
});
