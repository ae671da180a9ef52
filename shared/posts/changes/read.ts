import { CursorExpired } from '../../platform/core/errors.ts';
import { getItem, queryItems, type Item } from '../../platform/store/table.ts';
import type { ChangesQuery } from './input.ts';
import {
  changesHeadKey,
  changesKey,
  hasExpired,
  parseGroup,
  parseHead,
  type Log,
  type Numbered,
} from './log.ts';

/** Part of a feed: changes, and the number after which the next part starts. */
interface Part {
  changes: Numbered[];
  last: number;
  /** Whether more changes existed when it was read. */
  hasMore: boolean;
}

/** The part of a feed that a request gets: without a cursor, no changes and the cursor of the feed's end. @throws CursorExpired */
export async function readFeed(log: Log, { since, limit }: ChangesQuery) {
  const { changes, last, hasMore } =
    since === undefined ? await readEnd(log) : await readChanges(log, since, limit);
  return { changes: changes.map(({ change }) => change), cursor: String(last), has_more: hasMore };
}

async function readEnd(log: Log): Promise<Part> {
  const { value } = parseHead(await getItem(changesHeadKey(log), { consistent: true }));
  return { changes: [], last: value.number, hasMore: false };
}

/** The changes behind a number that the feed has given, up to `limit`, in one Query. @throws CursorExpired */
async function readChanges(log: Log, since: number, limit: number): Promise<Part> {
  const part = (await readOnce(log, since, limit)) ?? (await readOnce(log, since, limit));
  if (!part) throw new CursorExpired();
  return part;
}

/** @returns undefined when the changes behind the number are not there, or no longer promised */
async function readOnce(log: Log, since: number, limit: number): Promise<Part | undefined> {
  const items = await queryItems({
    pk: log,
    after: changesKey.sortKey(since),
    // One more for the head, whose sort key follows the numbers.
    limit: limit + 1,
    consistent: true,
  });
  const { changes, last } = collect(items, since);
  const end = findEnd(items);
  if (changes.length === 0) return end === since ? { changes, last, hasMore: false } : undefined;
  if (changes.length <= limit) return { changes, last, hasMore: end === undefined || end > last };
  const shown = changes.slice(0, limit);
  return { changes: shown, last: shown.at(-1)?.number ?? since, hasMore: true };
}

/** The number in the head; undefined when the Query ended before it. A feed without a head has no changes. */
function findEnd(items: readonly Item[]): number | undefined {
  const last = items.at(-1);
  if (!last) return 0;
  return last.sk === HEAD ? parseHead(last).value.number : undefined;
}

const HEAD = changesHeadKey.sortKey();

/** The changes behind `since`, up to the first group that the Query has missed. */
function collect(items: readonly Item[], since: number): Pick<Part, 'changes' | 'last'> {
  const changes: Numbered[] = [];
  let last = since;
  for (const item of items) {
    if (item.sk === HEAD) break;
    const group = parseGroup(item);
    const [first, end] = [group.changes[0]?.number ?? 0, group.changes.at(-1)?.number ?? 0];
    const follows = last === group.before || (last >= first && last < end);
    if (!follows || hasExpired(end)) break;
    changes.push(...group.changes.filter(({ number }) => number > since));
    last = end;
  }
  return { changes, last };
}
