import { nowMs } from '../../platform/core/clock.ts';
import type { Condition } from '../../platform/store/condition.ts';
import { invalidateAnswers } from '../../platform/edge/job.ts';
import { GONE, type Change } from '../../platform/store/change-entry.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { putNext } from '../../platform/store/records/update-record.ts';
import { Contention, retryContended } from '../../platform/store/retry.ts';
import { getItems, keyText, type Item } from '../../platform/store/table.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { countChanges } from './counts.ts';
import { changesHeadKey, LOG, makeGroup, parseHead, type Head, type Log } from './log.ts';
import { readWaiting } from './waiting.ts';

/** An answer may read a hundred groups, and a Query returns 1 MB. */
const GROUP_SIZE = 20;

/** Kinds of changes. */
const ORDER = 'order';
const SECTION = 'section';

/** Numbers the changes that wait. Each caller may do this at any time, and several at once. @returns how many */
export async function numberChanges(): Promise<number> {
  let count = 0;
  for (let last = GROUP_SIZE; last === GROUP_SIZE; count += last) last = await retryContended(numberGroup);
  return count;
}

/** @throws Contention when another worker is first to take one of the entries */
async function numberGroup(): Promise<number> {
  const waiting = await readWaiting(GROUP_SIZE);
  if (waiting.length === 0) return 0;
  const keys = { all: changesHeadKey(LOG.all), public: changesHeadKey(LOG.public) };
  const items = await getItems(Object.values(keys), { consistent: true });
  const head = parseHead(items.get(keyText(keys.all)));
  const changes = waiting.map(({ change }) => change);
  const publicChanges = changes.flatMap(toPublicChange);
  const number = Math.max(nowMs(), head.value.number + changes.length);
  const transaction = new Transaction();
  putGroup(transaction, { log: LOG.all, head, changes, number });
  if (publicChanges.length > 0) {
    const publicHead = parseHead(items.get(keyText(keys.public)));
    putGroup(transaction, { log: LOG.public, head: publicHead, changes: publicChanges, number });
  }
  for (const { key } of waiting) transaction.delete(key, isWaiting);
  for (const item of listInvalidations(changes)) transaction.put(item);
  await transaction.commit();
  return changes.length;
}

/**
 * A change as the public feed shows it; none when the record was public neither before nor after it.
 * The public feed has numbers of its own, so that gaps don't reveal changes that are not public.
 */
function toPublicChange({ kind, id, version, state, ts, address, left }: Change): Change[] {
  if (address === undefined) return [];
  const shown = left ? ({ state: GONE, left } as const) : { state };
  return [{ kind, id, version, ts, who: null, address, ...shown }];
}

/** What readers see changes with a public post or section, and with an editorial order. */
function listInvalidations(changes: readonly Change[]): Item[] {
  const shown = changes.filter(({ kind, address }) => address !== undefined || kind === ORDER);
  return shown.length === 0 ? [] : invalidateAnswers(shown.some(({ kind }) => kind === SECTION));
}

const isWaiting: Condition = {
  expression: 'attribute_exists(pk)',
  otherwise: () => new Contention('Numbered by another worker'),
};

interface NextGroup {
  log: Log;
  /** The log's head, which the group raises. */
  head: Versioned<Head>;
  changes: readonly Change[];
  /** The number of the last change. */
  number: number;
}

function putGroup(transaction: Transaction, { log, head, changes, number }: NextGroup): void {
  transaction.put(makeGroup(log, number, { before: head.value.number, changes: [...changes] }));
  const next = { ...head.value, ...countChanges(head.value, changes, number), number };
  putNext(transaction, changesHeadKey(log), { current: head, next });
}
