import { DAY_S } from '../../platform/core/durations.ts';
import { nowTs } from '../../platform/core/clock.ts';
import type { Answer } from '../../platform/http/endpoint.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { putNext } from '../../platform/store/records/update-record.ts';
import { Contention } from '../../platform/store/retry.ts';
import { countItems, getItem, type Consistency } from '../../platform/store/table.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { readsOnlyOwnDrafts } from '../record/access.ts';
import { TIMELINE } from '../record/timelines.ts';
import { altersCounts } from './counts.ts';
import { changesHeadKey, LOG, parseHead, type Counts, type Head } from './log.ts';
import { readWaiting } from './waiting.ts';

/** Functions of an earlier version may have written posts without changes, during an upgrade. */
const COUNT_AGAIN_AFTER_S = DAY_S;

/** The number of posts in each state, without those of which the caller may not know; none until they have been counted. */
export async function readCounts(caller: Caller): Promise<Pick<Answer<unknown>, 'counts' | 'isIncomplete'>> {
  const { counts } = (await readHead({ consistent: false })).value;
  if (!counts) return { isIncomplete: true };
  return { counts: readsOnlyOwnDrafts(caller) ? { published: counts.published } : counts };
}

/**
 * Counts the posts of each state by their lists, for the first time and then once a day. The result counts only if no post has changed its
 * state meanwhile: if no change that waits did that, and none that has been numbered since. Otherwise the next sweep counts again.
 */
export async function countPosts(): Promise<void> {
  const before = (await readHead({ consistent: true })).value;
  if (before.counts && before.counted_ts > nowTs() - COUNT_AGAIN_AFTER_S) return;
  const counts = await countLists();
  const waiting = await readWaiting();
  const head = await readHead({ consistent: true });
  if (waiting.some(({ change }) => altersCounts(change)) || head.value.counted !== before.counted) return;
  const transaction = new Transaction();
  const next = { ...head.value, counts, counted_ts: nowTs() };
  putNext(transaction, changesHeadKey(LOG.all), { current: head, next });
  await transaction.commit().catch((error: unknown) => {
    if (!(error instanceof Contention)) throw error;
  });
}

async function countLists(): Promise<Counts> {
  const count = (timeline: string) => countItems({ pk: `T#${timeline}`, consistent: true });
  const [draft, scheduled, published, removed] = await Promise.all([
    count(TIMELINE.draftUpdated),
    count(TIMELINE.scheduledUpdated),
    count(TIMELINE.published),
    count(TIMELINE.removed),
  ]);
  return { draft, scheduled, published, removed };
}

async function readHead({ consistent }: Consistency): Promise<Versioned<Head>> {
  return parseHead(await getItem(changesHeadKey(LOG.all), { consistent }));
}
