import { nowTs } from '../../../platform/core/clock.ts';
import { Conflict, InvalidInput } from '../../../platform/core/errors.ts';
import { requireMatch, type IfMatch } from '../../../platform/core/if-match.ts';
import { requirePermission, type Caller } from '../../../platform/http/caller.ts';
import { announceDue } from '../../../platform/schedule/queue.ts';
import { retryContended } from '../../../platform/store/retry.ts';
import { readPost } from '../../record/read.ts';
import { readStagedWithContent } from '../../staged/read.ts';
import { requireBodyVersion, requireSameBase, requireStaged } from './checks.ts';
import { showStaged, type Opened } from './show.ts';
import { putPlan } from './write.ts';

interface PlanInput {
  /** In Unix seconds; null ends the plan. */
  at: number | null;
  /** The version of the staged body that the caller has seen. */
  bodyVersion: number | undefined;
  ifMatch: IfMatch;
}

/**
 * Plans when the staged change of a published post is applied, like the publication of a scheduled post (publishing/schedule.ts): the record
 * decides, messages and schedules only invoke the publisher, and the sweep finds what they missed.
 * @throws InvalidInput (past), NotFound (also where nothing is staged), Conflict, Forbidden, PreconditionFailed
 */
export async function planApplication(
  id: number,
  { at, bodyVersion, ifMatch }: PlanInput,
  caller: Caller,
): Promise<Opened> {
  requirePermission(caller, 'publish_post');
  if (at !== null && at <= nowTs()) throw new InvalidInput('apply_at: must lie in the future');
  const opened = await retryContended(async () => {
    const [post, found] = await Promise.all([
      readPost(id, { consistent: true }),
      readStagedWithContent(id, { consistent: true }),
    ]);
    const before = requireStaged(caller, post, found);
    if (post.value.status !== 'published') throw new Conflict('apply_at: the post is not published');
    requireMatch(ifMatch, post.version);
    requireBodyVersion(before, bodyVersion);
    if (at !== null) requireSameBase(post, before);
    const plan = at === null ? null : { at, by: caller.authorId, key_id: caller.keyId };
    const staged = await putPlan(post, before, { ...before.value, plan, failure: null });
    return { post: await showStaged(post, staged, caller), staged, isShown: true };
  });
  if (at !== null) await announceDue(id, at);
  return opened;
}
