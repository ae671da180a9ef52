import * as v from 'valibot';
import { site } from '../core/site.ts';
import { readsConsistently, type Caller } from '../http/caller.ts';
import { queryFlag, throwFaults } from '../http/query.ts';
import type { PostAnswer } from '../posts/answer.ts';
import type { Post } from '../posts/post.ts';
import { sanitize } from './sanitize.ts';
import { expandShortcodes } from './shortcodes.ts';

/** The query parameters of the endpoints that answer one post. */
export const renderQuery = v.object({
  render_shortcodes: v.optional(queryFlag, '0'),
  safe: v.optional(queryFlag, '0'),
});

/** `body_html`, if `render_shortcodes` is set. @throws InvalidInput for `safe` without it, because `body` is never sanitized */
export async function renderBody(
  { content }: Post,
  { query, caller }: { query: v.InferOutput<typeof renderQuery>; caller: Caller },
): Promise<Pick<PostAnswer, 'body_html'>> {
  if (!query.render_shortcodes) {
    throwFaults(query.safe ? ['safe: needs render_shortcodes=1'] : []);
    return {};
  }
  const html = await expandShortcodes(content?.body ?? '', readsConsistently(caller));
  return { body_html: query.safe ? sanitizeBody(html) : html };
}

/** A body with expanded shortcodes, safe to show on a page of the site. */
function sanitizeBody(html: string): string {
  return sanitize(html, site().embeds);
}
