import { getItems, keyText } from '../../../../shared/platform/store/table.ts';
import { EMPTY_CONTENT, readContent } from '../../../../shared/posts/record/content.ts';
import type { PostRecord } from '../../../../shared/posts/record/record.ts';
import { hasOtherBase } from '../../../../shared/posts/staged/present.ts';
import { StagedChanges } from '../../../../shared/posts/staged/record.ts';
import type { Line } from '../format/lines.ts';
import type { Losses } from './losses.ts';

/** Makes the line of a staged change for its post as it was read. */
type ToLine = (post: PostRecord) => Line<'staged_changes'>;

/**
 * Reads the staged changes of these posts. They are read before the posts: one that is applied in between is then in the export as part of the
 * post and as a staged change, so it is never missing.
 */
export async function readStagedLines(
  ids: readonly number[],
  losses: Losses,
): Promise<ReadonlyMap<number, ToLine>> {
  const items = await getItems(ids.map(StagedChanges.key), { consistent: true });
  const found = new Map<number, ToLine>();
  for (const id of ids) {
    const item = items.get(keyText(StagedChanges.key(id)));
    if (!item) continue;
    const { value } = StagedChanges.parse(item);
    const read = async () => (value.contents.length > 0 ? (await readContent(item)).content : EMPTY_CONTENT);
    const content = await losses.unlessLost(`staged change of post ${id}`, read);
    if (!content) continue;
    const { id: post_id, base_body_version: _base, ...rest } = value;
    found.set(id, post => ({ post_id, ...rest, has_conflict: hasOtherBase(value, post), ...content }));
  }
  return found;
}
