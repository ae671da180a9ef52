import { nowTs } from '../../../platform/core/clock.ts';
import { ApiError, Conflict, Unavailable } from '../../../platform/core/errors.ts';
import { ANONYMOUS, type Caller } from '../../../platform/http/caller.ts';
import { logInfo } from '../../../platform/log/log.ts';
import { Contention, retryContended } from '../../../platform/store/retry.ts';
import { readRecord } from '../../record/read.ts';
import { readStagedWithContent, type Staged } from '../../staged/read.ts';
import { changePost } from '../change.ts';
import { composeApplication } from './apply.ts';
import { requireSameBase } from './checks.ts';
import { putPlan } from './write.ts';

/**
 * Applies a staged change that is due, and no other: early, repeated and stale invocations find none that is due. What can't be applied, as
 * after a change of the post's body, stays staged without its plan, and says why.
 * @returns how many seconds late it is, or null when nothing was applied
 */
export async function applyDue(id: number, now: () => number = nowTs): Promise<number | null> {
  return await retryContended(async () => {
    const staged = await readStagedWithContent(id, { consistent: true });
    const plan = staged?.value.plan;
    if (!staged || !plan || plan.at > now()) return null;
    try {
      await applyPlanned(id, staged, toPlanner(plan));
      return now() - plan.at;
    } catch (error) {
      if (!(error instanceof ApiError) || error instanceof Unavailable) throw error;
      const failure = { at: plan.at, messages: [...error.messages] };
      await putPlan(await readRecord(id), staged, { ...staged.value, plan: null, failure });
      logInfo('staged change not applied', { id, ...failure });
      return null;
    }
  });
}

/** The author who planned it, with the right that was needed. */
function toPlanner({ by, key_id }: { by: number; key_id: number }): Caller {
  return { ...ANONYMOUS, authorId: by, keyId: key_id, permissions: new Set(['publish_post']) };
}

/** Permissions were checked when the change was planned. @throws Contention when the change is no longer the one that was read */
async function applyPlanned(id: number, planned: Staged, caller: Caller): Promise<void> {
  await changePost({
    ...composeApplication(id, planned, { caller, keepUpdatedTs: false }),
    once: true,
    check: post => {
      if (post.staged?.version !== planned.version) throw new Contention('The staged change has changed');
      if (post.value.status !== 'published') throw new Conflict('The post is not published');
      requireSameBase(post, post.staged);
    },
  });
}
