import { requireMatch, type IfMatch } from '../../../platform/core/if-match.ts';
import { requirePermission, type Caller } from '../../../platform/http/caller.ts';
import { retryContended } from '../../../platform/store/retry.ts';
import { Transaction } from '../../../platform/store/transaction.ts';
import { readPost } from '../../record/read.ts';
import { putDiscard } from '../../staged/change.ts';
import { readStagedWithContent } from '../../staged/read.ts';
import { dropStaged } from '../drop-staged.ts';
import { requireStaged } from './checks.ts';
import type { Opened } from './show.ts';

/**
 * Drops the staged change of a post. What others have sent, or what is planned to be applied, is dropped only with publish_post.
 * @returns the post as it is @throws NotFound (also where there is none), Forbidden, PreconditionFailed
 */
export async function discardStaged(id: number, caller: Caller, ifMatch: IfMatch): Promise<Opened> {
  return await retryContended(async () => {
    const [post, found] = await Promise.all([
      readPost(id, { consistent: true }),
      readStagedWithContent(id, { consistent: true }),
    ]);
    const staged = requireStaged(caller, post, found);
    const { authors, plan } = staged.value;
    const isOwn = authors.every(author => author === caller.authorId) && plan === null;
    if (!isOwn) requirePermission(caller, 'publish_post');
    requireMatch(ifMatch, post.version);
    const transaction = new Transaction();
    await dropStaged(transaction, staged);
    putDiscard(transaction, staged, post.value);
    await transaction.commit();
    return { post, staged: null, isShown: false };
  });
}
