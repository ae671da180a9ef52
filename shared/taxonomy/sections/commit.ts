import { TooLarge } from '../../platform/core/errors.ts';
import { logError } from '../../platform/log/log.ts';
import { GONE, putChange } from '../../platform/store/change-entry.ts';
import { hasVersion, isNew, type Condition } from '../../platform/store/condition.ts';
import { toItem, type OutboxItem } from '../../platform/store/outbox/outbox-item.ts';
import { isRecordTooLarge } from '../../platform/store/records/item-size.ts';
import { recordItem, type Versioned } from '../../platform/store/records/record.ts';
import { Contention } from '../../platform/store/retry.ts';
import type { Transaction } from '../../platform/store/transaction.ts';
import type { Directory } from './directory.ts';
import { reassignment, type Reassignment } from './progress.ts';
import { forgetDirectory } from './read.ts';
import { headKey, SECTION, STATUS, type Head, type Kind, type SectionRecord } from './record.ts';
import { computeFingerprint, sectionsGuard } from './version-guard.ts';

/** One write of sections or tags. */
export interface Revision {
  /** The state that the write was computed from. */
  directory: Directory;
  /** Records with their next version; a new record has version 1. */
  put: readonly Versioned<SectionRecord>[];
  removed?: number;
  /** What to do about posts; null when none are affected. */
  job: Pick<Reassignment, 'tags' | 'section_id' | 'progress'> | null;
  /** How long workers leave the job to the request; 0 when it won't process it. */
  leaseS?: number | undefined;
}

/**
 * Ends every write of a kind: adds the records and the next head to the transaction and commits it. The condition on the head
 * makes writes of a kind serial; the records' own versions only reveal a torn read (computeFingerprint).
 * @throws Contention, TooLarge
 * @returns the job that follows; it raises the version guard first if this could not
 */
export async function commitRevision(
  kind: Kind,
  revision: Revision,
  transaction: Transaction,
): Promise<OutboxItem | null> {
  const { directory, put, job } = revision;
  for (const { value, version } of put) {
    const item = recordItem(kind.key(value.id), version, value);
    if (isRecordTooLarge(item)) throw new TooLarge(`A ${kind.declared.name} must have at most 350 KB`);
    transaction.put(item, version === 1 ? isNew : hasVersion(version - 1));
  }
  enterChanges(transaction, kind, revision);
  const head = nextHead(revision);
  transaction.put({ ...headKey(kind), ...head }, hasRev(directory.head, kind));
  const item = job && reassignment({ ...job, rev: head.rev }, revision.leaseS);
  if (item) transaction.put(toItem(item));
  const created = put.find(({ version }) => version === 1);
  try {
    await (created ? transaction.commitCreation(created.value.id) : transaction.commit());
  } finally {
    if (kind === SECTION) forgetDirectory();
  }
  const hasRaised = kind === SECTION && (await raiseGuard(head.rev));
  return item && hasRaised ? { ...item, job: JSON.stringify({ ...job, rev: 0 }) } : item;
}

/** Enters the changes into the feed. A section that is private is nothing that anyone may know of. */
function enterChanges(transaction: Transaction, kind: Kind, { directory, put, removed }: Revision): void {
  const { name } = kind.declared;
  const toUrl = (record: SectionRecord | undefined) =>
    kind === SECTION && record && record.status !== STATUS.private ? record.url : undefined;
  const locate = (before: SectionRecord | undefined, after: SectionRecord | undefined) => {
    const [from, to] = [toUrl(before), toUrl(after)];
    if (to !== undefined) return { address: to };
    return from === undefined ? {} : ({ address: from, left: true } as const);
  };
  for (const { value, version } of put)
    putChange(transaction, {
      ...{ kind: name, id: value.id, version, state: kind === SECTION ? nameStatus(value) : null },
      ...locate(directory.get(value.id), value),
    });
  const gone = removed === undefined ? undefined : directory.records.get(removed);
  if (gone)
    putChange(transaction, {
      ...{ kind: name, id: gone.value.id, version: gone.version + 1, state: GONE },
      ...locate(gone.value, undefined),
    });
}

function nameStatus({ status }: SectionRecord): string | null {
  return Object.entries(STATUS).find(([, number]) => number === status)?.[0] ?? null;
}

/** A process that ends before this leaves it to the job of the write. @returns whether the guard is at least at `rev` */
async function raiseGuard(rev: number): Promise<boolean> {
  try {
    await sectionsGuard.raise(rev);
    return true;
  } catch (error) {
    logError('version guard not raised', error, { rev });
    return false;
  }
}

/** The rev of a write that is computed from this state. */
export function nextRev({ head }: Directory): number {
  return head.rev + 1;
}

/** For tags the fingerprint covers only the record that was read, and is never compared: nothing is computed from all tags. */
function nextHead({ directory, put, removed }: Revision): Head {
  const records = new Map(directory.records);
  if (removed !== undefined) records.delete(removed);
  for (const record of put) records.set(record.value.id, record);
  return {
    rev: nextRev(directory),
    next_order: Math.max(directory.head.next_order, ...put.map(({ value }) => value.order + 1)),
    fingerprint: computeFingerprint(records.values()),
  };
}

function hasRev({ rev }: Head, { declared: { name } }: Kind): Condition {
  const otherwise = () => new Contention(`Another ${name} was written first`);
  if (rev === 0) return { expression: 'attribute_not_exists(pk)', otherwise };
  return { expression: 'rev = :rev', values: { ':rev': rev }, otherwise };
}
