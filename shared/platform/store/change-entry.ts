import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { nowTs } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { currentTrace } from '../log/trace.ts';
import { makePosition } from '../values/position.ts';
import { itemKey } from './item-key.ts';
import type { Transaction } from './transaction.ts';

/**
 * The entry that each change of a record puts in its own transaction for the feed of changes (posts/changes/log.ts). It is new under a key of
 * its own, so it neither reads anything nor meets another write, and without the transaction there is no entry. The worker of the outbox
 * numbers the entries and deletes them; until then they stay, however long that takes.
 *
 * All entries are in one partition, because the worker looks for them with one Query. It takes four write units of each change, half of
 * what the outbox takes of each save, so it is not the first partition to become too hot.
 */
export const waitingChangeKey = itemKey(
  'CHANGES#waiting',
  '<position>#<name>',
  'change that is not yet in the feed',
);

/** The state of a record that was deleted, or that the reader of the feed may not see any more. */
export const GONE = 'gone';

const maybeText = v.nullable(v.string());

export const Change = v.object({
  kind: v.string(),
  id: v.number(),
  /** The version that the change gave the record. */
  version: v.number(),
  state: maybeText,
  /** The author who made it; null for a job. */
  who: v.nullable(v.number()),
  ts: v.number(),
  /** Of a post, its state before; null when it is new. */
  was: v.optional(maybeText),
  /** The authors of a post, who may see it where a site limits authors to their own drafts. */
  authors: v.optional(v.array(v.number())),
  /** Those before, where they differ. */
  former_authors: v.optional(v.array(v.number())),
  /** What anyone may know: where a published post or a public section is, or where it was. */
  address: v.optional(v.string()),
  /** It was public and is not any more. */
  left: v.optional(v.literal(true)),
});
export type Change = v.InferOutput<typeof Change>;

/** `who`: the author of the request that runs, unless it is given. */
export function putChange(
  transaction: Transaction,
  { who = currentTrace().authorId ?? null, ...change }: Omit<Change, 'ts' | 'who'> & { who?: number | null },
): void {
  const ts = nowTs();
  const data = JSON.stringify({ ...change, who, ts });
  transaction.put({ ...waitingChangeKey(makePosition(ts, newId()), randomUUID().slice(0, 8)), data });
}
