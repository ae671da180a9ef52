import * as v from 'valibot';
import { site } from '../core/site.ts';
import { readsConsistently, type Caller } from '../http/caller.ts';
import { queryFlag, throwFaults } from '../http/query.ts';
import type { PostAnswer } from '../posts/answer.ts';
import type { Post } from '../posts/post.ts';
import { renderHead } from './head.ts';
import { sanitize } from './sanitize.ts';
import { expandShortcodes } from './shortcodes.ts';

/** The query parameters of the endpoints that answer one post. */
export const renderQuery = v.object({
  render: v.optional(v.picklist(['head'], 'must be head')),
  render_shortcodes: v.optional(queryFlag, '0'),
  safe: v.optional(queryFlag, '0'),
});
type RenderQuery = v.InferOutput<typeof renderQuery>;

/**
 * The answer for a post with `head_html` and `body_html`, if they are asked for.
 * @throws InvalidInput for `safe` without `render_shortcodes`, because `body` is never sanitized
 */
export async function renderPost(
  { content }: Post,
  answer: PostAnswer,
  { query, caller }: { query: RenderQuery; caller: Caller },
): Promise<PostAnswer> {
  const { render, render_shortcodes, safe } = query;
  throwFaults(safe && !render_shortcodes ? ['safe: needs render_shortcodes=1'] : []);
  const [head, [body]] = await Promise.all([
    render && renderHead(answer),
    render_shortcodes ? expandShortcodes([content?.body ?? ''], readsConsistently(caller)) : [],
  ]);
  return {
    ...answer,
    ...(head !== undefined && { head_html: head }),
    ...(body !== undefined && { body_html: safe ? sanitize(body, site().embeds) : body }),
  };
}

/** The bodies of several posts with expanded shortcodes, safe to show on a page. */
export async function renderSafely(bodies: readonly string[]): Promise<string[]> {
  const expanded = await expandShortcodes(bodies, false);
  return expanded.map(html => (html === '' ? '' : sanitize(html, site().embeds)));
}
