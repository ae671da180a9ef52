import * as v from 'valibot';
import { boundedList } from '../../platform/values/bounds.ts';
import { id } from '../../platform/values/fields.ts';

export const MAX_ORDERED_POSTS = 200;

const OrderEntry = v.object({ id: v.number(), mark: v.number() });
export type OrderEntry = v.InferOutput<typeof OrderEntry>;

/**
 * The editorial order of a section, or of the front page (section 0). Access patterns and keys:
 *   the order      ORDER#<section> / !record     its posts in order, each with its mark; under a version
 *   its marks      ORDER#<section> / post#<id>   {mark}: the post has been in the section, published, since the mark was put
 * One Query reads both. A post is in the order while its stored mark is the one that the order names.
 *
 * A post that leaves a section leaves its order for good: the transaction that takes the post out of the section deletes its mark
 * without reading it (marksToRemove in posts/record/overflow.ts). So that write need not know whether the post is in the order, and at no moment
 * does the order have a post that is not in the section. It follows that
 *   - a post that leaves and comes back is not in the order: a new mark has another value;
 *   - a mark is put under the condition of its post's version, so never for a post that is leaving;
 *   - a mark that no order names (its writer died or lost a race) has no effect; the next order or its post deletes it;
 *   - the marks of a deleted section are deleted as its posts leave it.
 * Marks are put before the order that names them, and every deletion of marks of posts still in the section raises the version: of
 * two simultaneous editors one finds a newer version and reads the marks again.
 *
 * `curated` is the stored name of the editorial order.
 */
export const OrderRecord = v.object({ curated: v.array(OrderEntry) });

/** A mark's item; its sort key has the id of the post. */
export const Mark = v.object({
  sk: v.pipe(
    v.string(),
    v.transform(sk => Number(sk.slice('post#'.length))),
  ),
  mark: v.number(),
});

export const OrderInput = v.object({ post_ids: boundedList(id, MAX_ORDERED_POSTS) });

export const OrderAnswer = v.object({ post_ids: v.array(v.number()) });
