import { GONE, putChange } from '../../platform/store/change-entry.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import type { Transaction } from '../../platform/store/transaction.ts';
import type { PostRecord } from '../record/record.ts';
import type { StagedRecord } from './record.ts';

/** The kind of a staged change's entries in the feed of changes: their id is that of the post, their version that of the change. */
export const STAGED = 'staged_change';

/** Enters that the staged change of a post was written, in the transaction that writes it. An application is a change of the post. */
export function putStagedChange(
  transaction: Transaction,
  { value, version }: Versioned<StagedRecord>,
  { roar_author_ids: authors }: PostRecord,
): void {
  const state = value.plan ? 'planned' : value.failure ? 'failed' : 'staged';
  putChange(transaction, { kind: STAGED, id: value.id, version, state, authors });
}

/** Enters that a staged change was discarded. */
export function putDiscard(
  transaction: Transaction,
  { value, version }: Versioned<StagedRecord>,
  { roar_author_ids: authors }: PostRecord,
): void {
  putChange(transaction, { kind: STAGED, id: value.id, version: version + 1, state: GONE, authors });
}
