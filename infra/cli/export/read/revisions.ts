import { hash } from 'node:crypto';
import { queryItems } from '../../../../shared/platform/store/table.ts';
import { readContent, type Content } from '../../../../shared/posts/record/content.ts';
import { contentName } from '../../../../shared/posts/record/record.ts';
import {
  parseRevision,
  readMark,
  revisionContentKey,
  revisionKey,
} from '../../../../shared/posts/revisions/record.ts';
import type { Line, PostLine } from '../format/lines.ts';
import type { Losses } from './losses.ts';

/** The revisions of a post, and their contents that are not the post's own. */
export interface ReadRevisions {
  revisions: Line<'revisions'>[];
  contents: Line<'revision_contents'>[];
}

/**
 * Reads the revisions that a post had at the version of its line. All name their contents by hash, also where an earlier version of the service
 * named them by version: the imported post names its own content so.
 */
export async function readRevisions(
  { id, version, body, listicle }: PostLine,
  losses: Losses,
): Promise<ReadRevisions> {
  const read = (pk: string) => queryItems({ pk, consistent: true });
  const items = await read(revisionKey.partition(id));
  // Read after the revisions that name them: those of a change in between are put with their revision.
  const replaced = await read(revisionContentKey.partition(id));
  const contents = new Map<string, Content>();
  for (const item of replaced) {
    const found = await losses.unlessLost(`revision of post ${id}`, () => readContent(item));
    if (found) contents.set(String(item.sk), found.content);
  }
  const own = hashContent({ body, listicle });
  const lines = new Map<string, Line<'revision_contents'>>();
  const revisions: Line<'revisions'>[] = [];
  for (const item of items) {
    const { version: revision, replacedTs } = readMark(item);
    const { value } = await parseRevision(item);
    const name = contentName(value);
    const content = contents.get(name);
    // A later change put the revisions from its version on. A content that is neither was thinned out since its revision was read.
    if (revision >= version || !(content || isOwn(name, own))) continue;
    const digest = content ? hashContent(content) : own;
    if (content && digest !== own) lines.set(digest, { post_id: id, name: digest, ...content });
    const post = { ...value, content_hash: `${value.content_version} ${digest}` };
    revisions.push({ post_id: id, version: revision, replaced_ts: replacedTs, post });
  }
  return { revisions, contents: [...lines.values()] };
}

function hashContent({ body, listicle }: Content): string {
  return hash('sha256', JSON.stringify({ body, listicle }));
}

/** Whether a name that no replaced content has is that of the post's own. */
function isOwn(name: string, own: string): boolean {
  return name === own || name.length < own.length;
}
