import * as v from 'valibot';
import { Authors, displayName } from '../../people/authors/record.ts';
import { nowTs } from '../../platform/core/clock.ts';
import { requirePermission, type Caller } from '../../platform/http/caller.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import { putItem } from '../../platform/store/put.ts';
import { queryItems } from '../../platform/store/table.ts';
import { isInFamily, requireMayEdit, requireReadable } from '../record/access.ts';
import { readRecord } from '../record/read.ts';
import type { PostRecord } from '../record/record.ts';

/**
 * Who has a post open, so that editors hear of each other. It informs, it locks nothing, and no save reads or writes it.
 *   of a post    PRESENCE#<post> / <key> {author_id, state, seen_ts, expires}: one item for each API key, read by one Query
 * Only requests with its key write an item, so it needs no condition; the last heartbeat wins. A request writes before it reads: of two that
 * come at the same time, at least one sees the other, and both do with the next heartbeat. Readers judge the time themselves, because
 * DynamoDB deletes expired items late. A crash leaves an item that is ignored 45 seconds later.
 */
const LIFE_S = 45;
export const presenceKey = itemKey('PRESENCE#<post>', '<key>', 'who has a post open', LIFE_S);

const State = v.picklist(['viewing', 'editing'], 'must be viewing or editing');
export const PresenceInput = v.object({ state: State });

const PresenceItem = v.object({ author_id: v.number(), state: State, seen_ts: v.number() });
type PresenceItem = v.InferOutput<typeof PresenceItem>;

/** An author who has a post open. */
export const Present = v.object({ ...PresenceItem.entries, name: v.string(), displayname: v.string() });
type Present = v.InferOutput<typeof Present>;

/**
 * Notes that the caller has the post open. @returns the other authors who have, those who edit it first
 * @throws NotFound, Forbidden for `editing` by a caller who may not
 */
export async function notePresence(
  id: number,
  { state }: v.InferOutput<typeof PresenceInput>,
  caller: Caller,
): Promise<Present[]> {
  const { value } = await readRecord(id);
  requireReadable(caller, value);
  if (state === 'editing') requireEditor(caller, value);
  const seen_ts = nowTs();
  const own = { author_id: caller.authorId, state, seen_ts };
  await putItem({ ...presenceKey(id, caller.keyId), ...own, expires: seen_ts + LIFE_S });
  return await readOthers(id, caller.authorId);
}

function requireEditor(caller: Caller, post: PostRecord): void {
  if (isInFamily('drafts', post)) requireMayEdit(caller, post);
  else requirePermission(caller, 'publish_post');
}

async function readOthers(id: number, authorId: number): Promise<Present[]> {
  const items = await queryItems({ pk: presenceKey.partition(id), consistent: true });
  const here = v
    .parse(v.array(PresenceItem), items)
    .filter(({ author_id, seen_ts }) => author_id !== authorId && nowTs() < seen_ts + LIFE_S);
  const others = mergeKeys(here);
  const authors = await Authors.known(others.map(({ author_id }) => author_id));
  return others.flatMap(other => {
    const author = authors.get(other.author_id);
    return author ? [{ ...other, name: author.name, displayname: displayName(author) }] : [];
  });
}

/** One entry for each author: one who edits with any key edits, and was last seen with the latest. */
function mergeKeys(items: readonly PresenceItem[]): PresenceItem[] {
  const sorted = [...items].sort((a, b) => a.state.localeCompare(b.state) || a.author_id - b.author_id);
  const authors = new Map<number, PresenceItem>();
  for (const item of sorted) {
    const { state, seen_ts } = authors.get(item.author_id) ?? item;
    authors.set(item.author_id, { ...item, state, seen_ts: Math.max(seen_ts, item.seen_ts) });
  }
  return [...authors.values()];
}
