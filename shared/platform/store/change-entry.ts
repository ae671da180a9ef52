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

/** The state of a record that was deleted, or that the feed's reader may no longer see. */
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
  /** A post's state before the change; null when the post is new. */
  was: v.optional(maybeText),
  /** The authors of a post, who may see it where a site limits authors to their own drafts. */
  authors: v.optional(v.array(v.number())),
  /** The authors before the change, if they differ. */
  former_authors: v.optional(v.array(v.number())),
  /** The public address of a published post or a public section, or its last one. */
  address: v.optional(v.string()),
  /** Set when the record was public before the change and is not any more. */
  left: v.optional(v.literal(true)),
});
export type Change = v.InferOutput<typeof Change>;

/** Adds a change to the transaction. `who` is by default the author of the current request. */
export function putChange(
  transaction: Transaction,
  { who = currentTrace().authorId ?? null, ...change }: Omit<Change, 'ts' | 'who'> & { who?: number | null },
): void {
  const ts = nowTs();
  const data = JSON.stringify({ ...change, who, ts });
  transaction.put({ ...waitingChangeKey(makePosition(ts, newId()), randomUUID().slice(0, 8)), data });
}
