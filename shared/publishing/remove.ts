import { nowTs } from '../core/clock.ts';
import type { Caller } from '../http/caller.ts';
import { requireMatch, type IfMatch } from '../core/if-match.ts';
import { requireFamily, requireMayEdit, type Family } from '../posts/access.ts';
import { readRecord } from '../posts/read.ts';
import { sectionDirectory } from '../sections/read.ts';
import { retryContended } from '../store/retry.ts';
import { webhookEvents } from '../webhooks/event.ts';
import { readWantedActions } from '../webhooks/read.ts';
import { asRemoved } from './lifecycle.ts';
import { savePost } from './save.ts';

/** Takes a post out of every list; it stays restorable. @throws NotFound, Forbidden, PreconditionFailed */
export async function removePost(
  id: number,
  family: Family,
  caller: Caller,
  ifMatch: IfMatch,
): Promise<void> {
  await retryContended(async () => {
    const [current, directory, wanted] = await Promise.all([
      readRecord(id),
      sectionDirectory(),
      readWantedActions(),
    ]);
    requireFamily(family, current.value);
    requireMayEdit(caller, current.value);
    requireMatch(ifMatch, current.version);
    const next = asRemoved(current.value, nowTs());
    const events = webhookEvents(wanted, {
      action: family === 'posts' ? 'post_delete' : 'draft_delete',
      before: current.value,
      next,
      version: current.version + 1,
      userId: caller.authorId,
    });
    await savePost({ current, next, directory, events });
  });
}
