import * as v from 'valibot';
import { readsConsistently, type Caller } from '../../platform/http/caller.ts';
import { queryFlag, safeFields, throwFaults } from '../../platform/http/query.ts';
import type { PostAnswer } from '../record/answer.ts';
import { requireFitting, type Content } from '../record/content.ts';
import type { Listicle } from '../record/listicle.ts';
import type { Post } from '../record/post.ts';
import { renderHead } from './head.ts';
import { makeSafe, markShortcodes } from './safe-html.ts';
import { makeContentSafe, readSafeContents, readSafeFields } from './safe-post.ts';
import { expandShortcodes, writeVoidElements } from './shortcodes.ts';

/** The query parameters of the endpoints that answer one post. */
export const renderQuery = v.object({
  render: v.optional(v.picklist(['head'], 'must be head')),
  render_shortcodes: v.optional(queryFlag, '0'),
  ...safeFields,
});
type RenderQuery = v.InferOutput<typeof renderQuery>;

/**
 * The answer for a post with `head_html` and `body_html`, if they are asked for. With `safe`, its other fields with HTML are safe too, except
 * `body`.
 * @throws InvalidInput for `safe` without `render_shortcodes`, because `body` is never sanitized
 */
export async function renderPost(
  post: Post,
  answer: PostAnswer,
  { query, caller }: { query: RenderQuery; caller: Caller },
): Promise<PostAnswer> {
  const { render, render_shortcodes, safe } = query;
  throwFaults(safe && !render_shortcodes ? ['safe: needs render_shortcodes=1'] : []);
  const [head, shown] = await Promise.all([
    render && renderHead(answer),
    safe
      ? readSafeFields(post, answer)
      : { body: markShortcodes(render_shortcodes ? (post.content?.body ?? '') : ''), fields: {} },
  ]);
  const [body] = render_shortcodes
    ? await expandShortcodes([shown.body], readsConsistently(caller), safe ? writeVoidElements : undefined)
    : [];
  return {
    ...answer,
    ...shown.fields,
    ...(head !== undefined && { head_html: head }),
    ...(body !== undefined && { body_html: body }),
  };
}

/**
 * The HTML of a content that is not saved, as readers would get it with `safe`. It may have the bytes that a post may have, and takes time
 * linear in them.
 * @throws TooLarge
 */
export async function renderUnsaved(
  { media, ...content }: Content & { media: string },
  caller: Caller,
): Promise<{ body_html: string; listicle: Listicle; media: string }> {
  requireFitting(content);
  const { body, listicle } = makeContentSafe(content);
  const [body_html = ''] = await expandShortcodes([body], readsConsistently(caller), writeVoidElements);
  return { body_html, listicle, media: makeSafe(media).html };
}

/** The safe bodies of several posts with expanded shortcodes. */
export async function renderSafely(posts: readonly Post[]): Promise<string[]> {
  const contents = await readSafeContents(posts);
  const bodies = contents.map(([body = { html: '', shortcodes: [] }]) => body);
  return await expandShortcodes(bodies, false, writeVoidElements);
}
