import { Conflict } from '../http/errors.ts';
import { stored, type OutboxItem } from '../store/outbox.ts';
import { recordItem, type Versioned } from '../store/record.ts';
import { Contention } from '../store/retry.ts';
import { isNew, Transaction } from '../store/transaction.ts';
import { claim } from '../store/unique.ts';
import { forgetDirectory } from './directory.ts';
import { moveFences } from './fence.ts';
import { headKey, SECTION, sectionKey, type Head, type Kind, type SectionRecord } from './record.ts';

interface Change {
  current: Versioned<SectionRecord> | null;
  next: Versioned<SectionRecord>;
  job: OutboxItem | null;
}

/** Writes a created or edited record. @throws Contention, Conflict (url taken) */
export async function commitSection(kind: Kind, head: Head, { current, next, job }: Change): Promise<void> {
  const { value: record, version } = next;
  const transaction = new Transaction();
  transaction.put(recordItem(sectionKey(kind, record.id), version, record), current ? undefined : isNew);
  claim(transaction, `${kind.name}_url`, {
    from: current?.value.url.toLowerCase() ?? null,
    to: record.url.toLowerCase(),
    id: record.id,
    taken: () => new Conflict(`url: another ${kind.name} has it`),
  });
  await commitRevision(kind, head, Math.max(head.next_order, record.order + 1), transaction, job);
}

/** Ends every write of a kind: the head's condition makes writes serial, so nothing else needs a version check. */
export async function commitRevision(
  kind: Kind,
  head: Head,
  nextOrder: number,
  transaction: Transaction,
  job: OutboxItem | null,
): Promise<void> {
  const rev = head.rev + 1;
  transaction.put(
    { ...headKey(kind), rev, next_order: nextOrder },
    {
      ...(head.rev === 0
        ? { expression: 'attribute_not_exists(pk)' }
        : { expression: 'rev = :rev', values: { ':rev': head.rev } }),
      otherwise: () => new Contention(`Another ${kind.name} was written meanwhile`),
    },
  );
  if (kind === SECTION) moveFences(transaction, rev);
  if (job) transaction.put(stored(job));
  try {
    await transaction.commit();
  } finally {
    if (kind === SECTION) forgetDirectory();
  }
}
