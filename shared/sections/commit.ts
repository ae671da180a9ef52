import { TooLarge } from '../core/errors.ts';
import { utf8Length } from '../core/size.ts';
import { stored, type OutboxItem } from '../store/outbox.ts';
import { recordItem, type Versioned } from '../store/record.ts';
import { Contention } from '../store/retry.ts';
import { hasVersion, isNew, type Condition, type Transaction } from '../store/transaction.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { forgetDirectory, type Directory } from './directory.ts';
import { fingerprintOf } from './fingerprint.ts';
import { headKey, SECTION, sectionKey, type Head, type Kind, type SectionRecord } from './record.ts';
import { moveFences } from './version-guard.ts';

/** DynamoDB takes 400 KB an item. */
const MAX_RECORD_BYTES = 350_000;

/** One write of a kind. */
export interface Revision {
  /** As it was read. */
  directory: Directory;
  /** Records in their next version; version 1 is a new one. */
  put: readonly Versioned<SectionRecord>[];
  removed?: number;
  job: OutboxItem | null;
  /** Of the request that creates a record. */
  unit?: UnitOfWork | undefined;
}

/**
 * Ends every write of a kind: puts the records, moves the head on, and commits the transaction with whatever it holds already.
 * The head's condition makes writes serial; the records' own versions only guard against a torn reading (whole.ts).
 * @throws Contention, TooLarge
 */
export async function commitRevision(
  kind: Kind,
  revision: Revision,
  transaction: Transaction,
): Promise<void> {
  const { directory, put, job, unit } = revision;
  for (const { value, version } of put) {
    const item = recordItem(sectionKey(kind, value.id), version, value);
    if (utf8Length(String(item.data)) > MAX_RECORD_BYTES)
      throw new TooLarge(`A ${kind.name} must have at most 350 KB`);
    transaction.put(item, version === 1 ? isNew : hasVersion(version - 1));
  }
  const head = nextHead(revision);
  transaction.put({ ...headKey(kind), ...head }, isStill(directory.head, kind));
  if (kind === SECTION) moveFences(transaction, head.rev);
  if (job) transaction.put(stored(job));
  try {
    await transaction.commit(unit);
  } finally {
    if (kind === SECTION) forgetDirectory();
  }
}

/** Of tags only the record at hand was read: nothing is computed from all of them, and their fingerprint is of no use. */
function nextHead({ directory, put, removed }: Revision): Head {
  const records = new Map(directory.records);
  if (removed !== undefined) records.delete(removed);
  for (const record of put) records.set(record.value.id, record);
  return {
    rev: directory.head.rev + 1,
    next_order: Math.max(directory.head.next_order, ...put.map(({ value }) => value.order + 1)),
    fingerprint: fingerprintOf(records.values()),
  };
}

function isStill({ rev }: Head, { name }: Kind): Condition {
  const otherwise = () => new Contention(`Another ${name} was written meanwhile`);
  if (rev === 0) return { expression: 'attribute_not_exists(pk)', otherwise };
  return { expression: 'rev = :rev', values: { ':rev': rev }, otherwise };
}
