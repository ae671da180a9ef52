import { hash } from 'node:crypto';
import * as v from 'valibot';
import { site } from '../../platform/site/site.ts';
import type { Expression } from '../../platform/store/condition.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import type { Item, Key } from '../../platform/store/table.ts';
import type { Transaction } from '../../platform/store/transaction.ts';

/**
 * The paths that published posts have or had. Access pattern and key:
 *   by path    PATH#<SHA-256 of the path> / path {living, last, former, origin}: one GetItem. The hash keeps every path within the limit of
 *              keys.
 * `living` has the post that took the path and has not left it since; `former` has all posts that left it, and `last` the one that left
 * it last. When that one is removed, or is a draft again, the path leads to another of the former posts. `origin` is the post that had the
 * path on the site that it was imported from, which each write of the post sets while it is published.
 *
 * A post takes and leaves paths in its own transaction, so a crash leaves the post and its paths as before or as after. A path belongs to
 * the published post that took it first: the transaction takes it under the condition that no post lives there or at the other spelling, so of
 * two simultaneous ones only one commits, and the other is refused (posts/paths/take-path.ts).
 *
 * An edit of a section or of the site's configuration changes the addresses of many posts without writing them. So `living` may have posts
 * that are elsewhere now, and, from earlier versions, several that share a path. Readers and takers therefore compare each post with its
 * current address; readers find a post without an entry by its basename or id (posts/listing/by-path.ts).
 */
export function pathKey(path: string): Key {
  return hashedPathKey(hash('sha256', path, 'hex'));
}

/** The key of a path by its SHA-256, which is all that an export has of it. */
export const hashedPathKey = itemKey('PATH#<SHA-256>', 'path', 'posts that have or had a path');
export const PATH_PREFIX = hashedPathKey.partition('');

const ids = v.optional(v.set(v.number()));
const id = v.optional(v.number());
const Owners = v.object({ living: ids, last: id, former: ids, origin: id });

/** How many posts may have left a path, so that its item keeps a small size. */
const MAX_FORMER_POSTS = 1000;
/** How many of the posts that have, and that had a path are looked at. */
const MAX_LOOKED_AT = 6;

/** The posts that a path may lead to, the most likely first: those living there, oldest first; the last to leave; others, newest first. */
export function ownersIn(item: Item): number[] {
  const { living = [], last, former = [], origin } = v.parse(Owners, item);
  const oldest = [...living].sort((a, b) => a - b).slice(0, MAX_LOOKED_AT);
  const newest = [...former].sort((a, b) => b - a).slice(0, MAX_LOOKED_AT);
  return [...new Set([...oldest, last, ...newest, origin])].filter(owner => owner !== undefined);
}

/** The posts that took a path and have not left it. */
export function livingIn(item: Item): ReadonlySet<number> {
  return v.parse(Owners, item).living ?? new Set();
}

/** A path with or without a slash at its end: both lead to the same post, so only one of them can be taken. */
export function otherSpelling(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
}

/** Posts that live at a path, and at its other spelling, but have another address now, so that a post takes their place. */
export interface Outdated {
  here: ReadonlySet<number>;
  nearby: ReadonlySet<number>;
}

export const NONE_OUTDATED: Outdated = { here: new Set(), nearby: new Set() };

/** A path that a post takes. */
interface Taken {
  path: string;
  outdated: Outdated;
  /** The error when other posts live there. */
  otherwise: () => Error;
}

/** The path that a post leaves and the one that it takes; null for none. */
export interface PathChange {
  from: string | null;
  to: Taken | null;
}

/** Records that a post has left a path and taken another, and the paths that it had on the site it was imported from. */
export function changePath(
  transaction: Transaction,
  id: number,
  { from, to, origins = [] }: PathChange & { origins?: readonly string[] },
): void {
  const own = new Set([id]);
  if (from !== null)
    transaction.update(pathKey(from), {
      UpdateExpression: 'SET #last = :id ADD former :own DELETE living :own',
      ExpressionAttributeNames: { '#last': 'last' },
      ExpressionAttributeValues: { ':id': id, ':own': own },
    });
  // A transaction can change an item only once, and the path that the post has or leaves leads to it already.
  const changed = [from, to?.path];
  if (to) {
    takePath(transaction, id, to);
    const nearby = otherSpelling(to.path);
    if (site().features.pageList && nearby !== from) {
      keepFree(transaction, nearby, { ...to, ...(origins.includes(nearby) && { origin: id }) });
      changed.push(nearby);
    }
  }
  for (const origin of origins.filter(path => !changed.includes(path)))
    transaction.update(pathKey(origin), {
      UpdateExpression: 'SET origin = :id',
      ExpressionAttributeValues: { ':id': id },
    });
}

function takePath(transaction: Transaction, id: number, { path, outdated, otherwise }: Taken): void {
  const isFree = buildFreeCondition(outdated.here);
  const taking = {
    UpdateExpression: 'SET living = :own',
    ExpressionAttributeValues: { ':own': new Set([id]) },
  };
  transaction.update(pathKey(path), taking, {
    expression: `${isFree.expression} AND (attribute_not_exists(former) OR size(former) < :most)`,
    values: { ':most': MAX_FORMER_POSTS, ...isFree.values },
    otherwise,
  });
}

/** Requires that no post lives at the other spelling of a path that is taken: only page lists have both spellings. */
function keepFree(
  transaction: Transaction,
  path: string,
  { outdated, otherwise, origin }: Taken & { origin?: number },
): void {
  const isFree = { ...buildFreeCondition(outdated.nearby), otherwise };
  if (origin === undefined) transaction.check(pathKey(path), isFree);
  else {
    const update = { UpdateExpression: 'SET origin = :id', ExpressionAttributeValues: { ':id': origin } };
    transaction.update(pathKey(path), update, isFree);
  }
}

function buildFreeCondition(outdated: ReadonlySet<number>): Expression {
  if (outdated.size === 0) return { expression: 'attribute_not_exists(living)' };
  return { expression: 'living = :outdated', values: { ':outdated': outdated } };
}

/** Whether so many posts had a path that no other may take it. */
export function hasTooManyFormerPosts(item: Item): boolean {
  return (v.parse(Owners, item).former?.size ?? 0) >= MAX_FORMER_POSTS;
}
