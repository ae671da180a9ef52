import { ANONYMOUS, type Caller } from '../../platform/http/caller.ts';
import type { Consistency } from '../../platform/store/table.ts';
import { readDirectory } from '../../taxonomy/sections/read.ts';
import { requireFamily, requireVisible } from '../record/access.ts';
import { readRecord } from '../record/read.ts';
import { listPostSections } from '../record/record.ts';

/** Requires a published post that the caller may see. One call. @throws NotFound */
export async function requirePublished(
  id: number,
  caller: Caller,
  { consistent }: Consistency,
): Promise<void> {
  const { value } = await readRecord(id, { consistent }, 'posts');
  requireFamily('posts', value, caller);
  // Private posts are hidden from callers without a key only.
  const sections = listPostSections(value);
  const is_private = caller === ANONYMOUS && (await readDirectory(sections)).arePrivate(sections);
  requireVisible({ id, is_private }, caller);
}
