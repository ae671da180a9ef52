import * as v from 'valibot';
import { readsConsistently, type Caller } from '../http/caller.ts';
import { queryFlag } from '../http/query.ts';
import type { PostAnswer } from '../posts/answer.ts';
import type { Post } from '../posts/post.ts';
import { expandShortcodes } from './shortcodes.ts';

/** The query parameter `render_shortcodes` of the endpoints that answer one post. */
export const renderQuery = v.object({ render_shortcodes: v.optional(queryFlag, '0') });

/** `body_html`, if `render_shortcodes` is set. */
export async function renderBody(
  { content }: Post,
  { query, caller }: { query: v.InferOutput<typeof renderQuery>; caller: Caller },
): Promise<Pick<PostAnswer, 'body_html'>> {
  if (!query.render_shortcodes) return {};
  return { body_html: await expandShortcodes(content?.body ?? '', readsConsistently(caller)) };
}
