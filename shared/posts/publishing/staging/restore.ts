import { retryContended } from '../../../platform/store/retry.ts';
import type { Content } from '../../record/content.ts';
import { readPost } from '../../record/read.ts';
import { readBodyVersion } from '../../record/record.ts';
import type { StagedRecord } from '../../staged/record.ts';
import { putStaged } from './write.ts';

type KeptChange = Omit<StagedRecord, 'id' | 'base_body_version'> & { has_conflict: boolean };

/** Not a version that any body has. */
const OTHER_VERSION = 0;

/**
 * Restores the staged change of an exported post, after the post. The versions of bodies are not exported: a change without a conflict begins
 * from the body that the post has now. @throws NotFound
 */
export async function restoreStaged(
  id: number,
  { has_conflict, ...kept }: KeptChange,
  content: Content,
): Promise<void> {
  await retryContended(async () => {
    const post = await readPost(id, { consistent: true });
    const base_body_version = has_conflict ? OTHER_VERSION : readBodyVersion(post.value);
    await putStaged(post, undefined, { value: { ...kept, id, base_body_version }, content });
  });
}
