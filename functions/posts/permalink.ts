import * as v from 'valibot';
import { NotFound } from '../../shared/core/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { queryText } from '../../shared/http/query.ts';
import { findByPath } from '../../shared/listing/by-path.ts';
import { PostAnswer } from '../../shared/posts/answer.ts';
import { presentPost } from '../../shared/posts/present.ts';
import { renderPost, renderQuery } from '../../shared/rendering/render-post.ts';

/** The answer for a former path: the path of the post now, as in its `slug`. */
const Moved = v.object({ moved_to: v.string() });

export default endpoint({
  query: v.object({
    path: v.pipe(queryText(2000), v.startsWith('/', 'must begin with /')),
    ...renderQuery.entries,
  }),
  answer: v.union([PostAnswer, Moved]),
  async handle({ query, caller }) {
    const found = await findByPath(query.path, caller);
    if (!found) throw new NotFound(`There is no published post at ${query.path}`);
    if ('moved' in found) return { body: { moved_to: found.moved.slug }, canonical: found.moved.post_url };
    const { post } = found;
    const answer = await presentPost(post, { draftUrl: false, caller });
    return { body: await renderPost(post, answer, { query, caller }), version: post.version };
  },
});
