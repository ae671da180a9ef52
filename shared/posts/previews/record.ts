import { DAY_S } from '../../platform/core/durations.ts';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { decodeTimeMs } from '../../platform/core/ids.ts';
import { makePosition, type Position } from '../../platform/values/position.ts';
import { itemKey, SAFE } from '../../platform/store/item-key.ts';
import type { Item, Key } from '../../platform/store/table.ts';

/**
 * A preview lets everyone who has its token read one draft, or one post with its staged change, without a key. Access patterns and keys:
 *   by token    PREVIEW#<SHA-256 of the token> / preview {id, created_by, key_id, rights_losses, post_version, as_author, role,
 *               created_ts, preview_id, expires}
 *               SAFE#roles / sharing, see below: read together
 *   of a post   PREVIEWS#<post> / <time of preview_id>#<preview_id> {the same, and digest: the SHA-256 of the token}, by one Query
 *               PREVIEWS#<post>#revoked / revoked {revoked_ts}: when all previews of the post were last revoked
 * Both items of a preview are written and deleted in one transaction, and no other write changes them: a crash leaves both or neither.
 * A preview keeps what its creator's right rested on, and shows the draft as it is now while all of this holds without interruption:
 *   the draft      is one since `post_version` (`draft_since`): publishing or removing it ends its previews
 *   the author     is active with the same number of `rights_losses` (people/authors/authority.ts), and may still edit this draft
 *   authorship     of a creator who was an author of the draft: is one since `post_version` (`authors_since`)
 *   the key        `key_id` exists
 * Each of these is written in the transaction of the change that ends the right, and only grows, so a right that is regained does not
 * revive a preview, a crash leaves both or neither, and of a creation and such a change at the same time the preview has at most what was
 * read before the change: it has ended. Author and key are read from caches of some seconds, as in the check of keys.
 *   editability    of a creator who may not publish: the draft has not been scheduled since `post_version` (`unscheduled_since`)
 *   the role       neither `role`, which the author had then, nor the present one has lost rights by a change of the site's settings since
 *                  `created_ts` (posts/answers/sharing-roles.ts)
 * A preview of a staged change has its `change_id`, and needs no draft: applying or discarding the change ends it, because another change has
 * another id. Its creator is an author of the post all the time, or may publish.
 * Previews of earlier versions lack `preview_id`, and are not listed: they end when all previews of the post are revoked, since their
 * `created_ts` is not after `revoked_ts`. Older ones lack `key_id` and what follows too: they end when the author loses rights, and the
 * draft is published or removed. Those that lack `created_ts` may have a mark of their end, SAFE#preview#<SHA-256 of the token> / ended.
 */
export const Preview = v.object({
  /** The id of the post. */
  id: v.number(),
  created_by: v.number(),
  key_id: v.optional(v.number()),
  rights_losses: v.optional(v.number(), 0),
  post_version: v.optional(v.number(), 0),
  as_author: v.optional(v.boolean(), false),
  role: v.optional(v.string()),
  created_ts: v.optional(v.number(), 0),
  preview_id: v.optional(v.number()),
  change_id: v.optional(v.number()),
  expires: v.number(),
});
export type Preview = v.InferOutput<typeof Preview>;

/** The longest life of a preview, in seconds. */
export const MAX_LIFE_S = 30 * DAY_S;

/** A preview in the list of its post. */
export const PreviewEntry = v.object({ ...Preview.entries, preview_id: v.number(), digest: v.string() });
export type PreviewEntry = v.InferOutput<typeof PreviewEntry>;

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The key has the SHA-256 of the token, so that the table reveals no token. */
export const previewKey = itemKey('PREVIEW#<SHA-256>', 'preview', 'preview, by its token', MAX_LIFE_S);
export const endKey = itemKey(`${SAFE}preview#<SHA-256>`, 'ended', 'mark of an ended preview', MAX_LIFE_S);

export const listedKey = itemKey(
  'PREVIEWS#<post>',
  '<position>',
  'preview in the list of its post',
  MAX_LIFE_S,
);
export const revokedKey = itemKey(
  'PREVIEWS#<post>#revoked',
  'revoked',
  'mark that all previews of a post were revoked',
  MAX_LIFE_S,
);

export function previewEntryKey(post: number, previewId: number): Key {
  return listedKey(post, previewPosition(previewId));
}

/** Returns the position of a preview in the list of its post. Its id contains the time of its creation. */
export function previewPosition(previewId: number): Position {
  return makePosition(Math.floor(decodeTimeMs(previewId) / 1000), previewId);
}

/** Makes both items of a preview. */
export function toPreviewItems({ digest, ...preview }: PreviewEntry): Item[] {
  return [
    { ...previewKey(digest), ...preview },
    { ...previewEntryKey(preview.id, preview.preview_id), ...preview, digest },
  ];
}

/** Lists the keys of a preview's items. A preview of an earlier version has only one item. */
export function listPreviewKeys({ id, preview_id }: Preview, digest: string): Key[] {
  return [previewKey(digest), ...(preview_id === undefined ? [] : [previewEntryKey(id, preview_id)])];
}
