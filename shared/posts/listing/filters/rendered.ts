import { utf8Length } from '../../../platform/core/text-length.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { selectFields, type Selection } from '../../../platform/http/query.ts';
import type { PostAnswer } from '../../record/answer.ts';
import type { Post } from '../../record/post.ts';
import { renderPosts, type RenderQuery } from '../../rendering/render-post.ts';

/** The limit for a page's answers as JSON: an answer of Lambda has at most 6 MB, and one in base64 three quarters of that. */
const MAX_PAGE_BYTES = 4_400_000;

/** A rendered post has its content twice, as it is stored and as it is shown. */
export const MAX_RENDERED_CONTENT_BYTES = MAX_PAGE_BYTES / 2;

export function isRendered(query: Partial<RenderQuery>): query is RenderQuery {
  return query.render !== undefined || query.render_shortcodes === true || query.safe === true;
}

/**
 * The rendered posts of a page with the fields that are selected, and those that rendering adds, as far as they fit an answer. `cut` is the id of
 * the last one, where others are left for the next page.
 */
export async function renderPage(
  posts: readonly Post[],
  answers: readonly PostAnswer[],
  { query, caller }: { query: RenderQuery & Selection; caller: Caller },
): Promise<{ body: Partial<PostAnswer>[]; cut: number | undefined }> {
  const shown = new Map(posts.map(post => [post.value.id, post]));
  const own = answers.flatMap(({ id }) => shown.get(id) ?? []);
  const rendered = await renderPosts(own, answers, { query, caller });
  const body: Partial<PostAnswer>[] = [];
  let room = MAX_PAGE_BYTES;
  for (const [index, answer] of rendered.entries()) {
    const { body_html, head_html } = answer;
    const selected = {
      ...selectFields(answer, query),
      ...(body_html !== undefined && { body_html }),
      ...(head_html !== undefined && { head_html }),
    };
    room -= utf8Length(JSON.stringify(selected));
    if (room < 0 && index > 0) return { body, cut: rendered[index - 1]?.id };
    body.push(selected);
  }
  return { body, cut: undefined };
}
