import { ANONYMOUS, type Caller } from '../http/caller.ts';
import { sectionDirectory } from '../sections/directory.ts';
import { requireFamily, requireVisible } from './access.ts';
import { readRecord } from './read.ts';
import { sectionsOf } from './record.ts';

/** That there is a published post of this id, and the caller may see it. One call. @throws NotFound */
export async function requirePublished(id: number, caller: Caller, consistent: boolean): Promise<void> {
  const { value } = await readRecord(id, consistent);
  requireFamily('posts', value);
  // Only who asks without a key is kept from private posts.
  const is_private = caller === ANONYMOUS && (await sectionDirectory()).arePrivate(sectionsOf(value));
  requireVisible({ id, is_private }, caller);
}
