import * as v from 'valibot';
import { NotFound } from '../../shared/platform/core/errors.ts';
import { isFormat, writeFeed } from '../../shared/feeds/feed.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { requiredQuery } from '../../shared/platform/http/query.ts';

export default endpoint({
  path: v.object({ format: v.string() }),
  query: v.pipe(
    v.object({
      section: v.optional(requiredQuery(500)),
      tag: v.optional(requiredQuery(200)),
      author: v.optional(requiredQuery(200)),
    }),
    v.check(query => Object.keys(query).length <= 1, 'section, tag and author exclude each other'),
  ),
  answer: v.string(),
  async handle({ path, query }) {
    if (!isFormat(path.format)) throw new NotFound('There is no feed of this format');
    const { type, text } = await writeFeed(path.format, query);
    return { body: text, contentType: type };
  },
});
