import * as v from 'valibot';
import { answerAuthor, Author } from '../../shared/people/authors/present.ts';
import { Authors } from '../../shared/people/authors/record.ts';
import { readsConsistently } from '../../shared/platform/http/caller.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath, safeFields } from '../../shared/platform/http/query.ts';
import { withSafeAbout } from '../../shared/posts/rendering/safe-about.ts';

export default endpoint({
  path: IdPath,
  query: v.object(safeFields),
  answer: Author,
  async handle({ path, query, caller }) {
    const answer = await answerAuthor(
      await Authors.read(path.id, { consistent: readsConsistently(caller) }),
      caller,
    );
    const [body = answer.body] = await withSafeAbout([answer.body], query);
    return { ...answer, body };
  },
});
