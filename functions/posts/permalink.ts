import * as v from 'valibot';
import { NotFound } from '../../shared/platform/core/errors.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { queryText } from '../../shared/platform/http/query.ts';
import { findByPath } from '../../shared/posts/listing/by-path.ts';
import { PostAnswer } from '../../shared/posts/record/answer.ts';
import { presentPost } from '../../shared/posts/answers/present.ts';
import { decodePercent } from '../../shared/platform/text/percent.ts';
import { renderPost, renderQuery } from '../../shared/posts/rendering/render-post.ts';

/** The answer for a former path: the path of the post now, percent-encoded as in a redirect. */
const Moved = v.object({ moved_to: v.string() });

const MAX_LENGTH = 2000;
/** Letters of three bytes take nine characters. */
const MAX_ENCODED_LENGTH = 9 * MAX_LENGTH;

export default endpoint({
  query: v.object({
    path: v.pipe(
      queryText(MAX_ENCODED_LENGTH),
      v.check(path => decodePercent(path).length <= MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`),
      v.startsWith('/', 'must begin with /'),
    ),
    ...renderQuery.entries,
  }),
  answer: v.union([PostAnswer, Moved]),
  async handle({ query, caller }) {
    const found = await findByPath(query.path, caller);
    if (!found) throw new NotFound(`There is no published post at ${query.path}`);
    if ('moved' in found) {
      const { post_url: canonical } = found.moved;
      return { body: { moved_to: new URL(canonical).pathname }, canonical };
    }
    const { post } = found;
    const answer = await presentPost(post, { draftUrl: false, caller });
    return { body: await renderPost(post, answer, { query, caller }), version: post.version };
  },
});
