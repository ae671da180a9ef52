import type { Caller } from '../http/caller.ts';
import { requireMatch, type IfMatch } from '../http/match.ts';
import { sectionDirectory } from '../sections/directory.ts';
import { retryContended } from '../store/retry.ts';
import { nowTs } from '../text/time.ts';
import { requireFamily, requireMayEdit, type Family } from './access.ts';
import { cancellationOf } from './cancellation.ts';
import { removed } from './lifecycle.ts';
import { readRecord } from './read.ts';
import { savePost } from './save.ts';

/** Takes a post out of every list; it stays restorable. @throws NotFound, Forbidden, PreconditionFailed */
export async function removePost(
  id: number,
  family: Family,
  caller: Caller,
  ifMatch: IfMatch,
): Promise<void> {
  await retryContended(async () => {
    const [current, directory] = await Promise.all([readRecord(id), sectionDirectory()]);
    requireFamily(family, current.value);
    requireMayEdit(caller, current.value);
    requireMatch(ifMatch, current.version);
    const next = removed(current.value, nowTs());
    await savePost({ current, next, directory, follow: cancellationOf(current.value, next) });
  });
}
