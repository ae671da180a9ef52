import { hash } from 'node:crypto';
import * as v from 'valibot';
import { Conflict } from '../core/errors.ts';
import type { Item, Key } from '../store/table.ts';
import type { Transaction } from '../store/transaction.ts';

/**
 * The paths that published posts have or had. Access pattern and key:
 *   by path    PATH#<SHA-256 of the path> / path {living, last, origin}: one GetItem. The hash keeps every path within the limit of keys.
 * `living` has the posts that took the path when they were written and have not left it since; `last` is the post that left it last;
 * `origin` is the post that had the path on the site that it was imported from, which each write of the post sets while it is published.
 *
 * A post takes and leaves paths in its own transaction, so a crash leaves the post and its paths as before or as after. Each post adds and
 * deletes only its own id, so two posts that exchange their paths do not overwrite each other's entry: DynamoDB rejects one of two
 * simultaneous transactions on an item, and the request repeats it.
 *
 * The entry of a path stays when its posts are removed or purged: the path then leads nowhere, not to a post that had it earlier.
 *
 * An edit of a section or of the site's configuration changes the addresses of many posts without writing them. Readers therefore
 * compare each post with its current address, and find a post without an entry by its basename or id (listing/by-path.ts).
 */
export function pathKey(path: string): Key {
  return hashedPathKey(hash('sha256', path, 'hex'));
}

export const PATH_PREFIX = 'PATH#';

/** The key of a path by its SHA-256, which is all that an export has of it. */
export function hashedPathKey(sha256: string): Key {
  return { pk: `${PATH_PREFIX}${sha256}`, sk: 'path' };
}

const Owners = v.object({
  living: v.optional(v.set(v.number())),
  last: v.optional(v.number()),
  origin: v.optional(v.number()),
});

/** Only posts with page lists can share a path. */
const MAX_POSTS_OF_PATH = 1000;
/** How many of the posts that share a path are looked at, newest first. */
const MAX_LOOKED_AT = 6;

/** The posts that a former path may lead to, the most likely first. */
export function ownersIn(item: Item): number[] {
  const { living = new Set<number>(), last, origin } = v.parse(Owners, item);
  const newest = [...living].sort((a, b) => b - a).slice(0, MAX_LOOKED_AT);
  return [...newest, ...[last, origin].filter(id => id !== undefined)];
}

/** Records that a post has left a path and taken another; null for none. The transaction may fail with Conflict. */
export function changePath(
  transaction: Transaction,
  id: number,
  { from, to }: { from: string | null; to: string | null },
): void {
  if (from === to) return;
  if (from !== null)
    transaction.update(pathKey(from), {
      UpdateExpression: 'SET #last = :id DELETE living :own',
      ExpressionAttributeNames: { '#last': 'last' },
      ExpressionAttributeValues: { ':id': id, ':own': new Set([id]) },
    });
  if (to === null) return;
  const taking = {
    UpdateExpression: 'ADD living :own',
    ConditionExpression: 'attribute_not_exists(living) OR size(living) < :most',
    ExpressionAttributeValues: { ':own': new Set([id]), ':most': MAX_POSTS_OF_PATH },
  };
  transaction.update(
    pathKey(to),
    taking,
    () => new Conflict(`page_list: ${MAX_POSTS_OF_PATH} published posts have this path already`),
  );
}

/** Records the path that a post had on the site it was imported from. */
export function keepOrigin(transaction: Transaction, id: number, path: string): void {
  transaction.update(pathKey(path), {
    UpdateExpression: 'SET origin = :id',
    ExpressionAttributeValues: { ':id': id },
  });
}
