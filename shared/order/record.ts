import * as v from 'valibot';
import { orderPartition } from '../sections/order-key.ts';
import type { Key } from '../store/table.ts';

/**
 * The editorial order of a section, or of the front page (section 0). Access patterns and keys:
 *   the order      ORDER#<section> / !record     who is curated, in order, each with its mark; under a version
 *   its marks      ORDER#<section> / post#<id>   {mark}: the post has been published in the section since the mark was put
 * One Query reads both.
 *
 * A post that leaves a section leaves its order for good. Its own write does that, whoever makes it and in the same transaction,
 * by deleting the mark blindly (publishing/curation-cleanup.ts): it need not know whether the post is curated, nothing is left when it wasn't,
 * and there is no moment at which a post that has left is still curated. A curated post counts while the mark that stands for it
 * is the one the order names. So
 *   - a post that left and came back is not curated: its mark is gone, and one that is put anew has another value;
 *   - marks are put under the version of the post that was judged, so never for a post that is leaving;
 *   - a mark that no order names (its writer died, or lost against another) means nothing, and goes with the next order or its post;
 *   - all marks of a deleted section go with its posts, as these leave it one by one.
 * Marks are put before the order that names them, and every deletion of marks that are still true moves the version on: of two
 * editors at once one finds the version moved, and looks at the marks again.
 */
export function markKey(sectionId: number, postId: number): Key {
  return {
    pk: orderPartition(sectionId),
    sk: `post#${String(postId).padStart(16, '0')}`,
  };
}

export const MAX_CURATED = 200;

const Curated = v.object({ id: v.number(), mark: v.number() });
export type Curated = v.InferOutput<typeof Curated>;

export const OrderRecord = v.object({ curated: v.array(Curated) });

/** A mark's item: whose it is stands in its key. */
export const Mark = v.object({
  sk: v.pipe(
    v.string(),
    v.transform(sk => Number(sk.slice('post#'.length))),
  ),
  mark: v.number(),
});
