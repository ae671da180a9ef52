import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath, pageFields, safeFields } from '../../shared/platform/http/query.ts';
import { Like, listLikes } from '../../shared/posts/counters/likes/like.ts';
import { withSafeAbout } from '../../shared/posts/rendering/safe-about.ts';

export default endpoint({
  path: IdPath,
  query: v.object({ ...pageFields(1000, 1000), ...safeFields }),
  answer: v.array(Like),
  async handle(request) {
    const answer = await listLikes(request.path.id, request);
    const authors = await withSafeAbout(
      answer.body.map(({ author }) => author),
      request.query,
    );
    return {
      ...answer,
      body: answer.body.map((like, index) => ({ ...like, author: authors[index] ?? like.author })),
    };
  },
});
