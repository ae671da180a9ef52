import * as v from 'valibot';
import { answerAuthor, Author } from '../../shared/authors/present.ts';
import { Authors } from '../../shared/authors/record.ts';
import { readsConsistently } from '../../shared/http/caller.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath, safeFields } from '../../shared/http/query.ts';
import { withSafeAbout } from '../../shared/rendering/safe-about.ts';

export default endpoint({
  path: IdPath,
  query: v.object(safeFields),
  answer: Author,
  async handle({ path, query, caller }) {
    const answer = await answerAuthor(await Authors.read(path.id, readsConsistently(caller)), caller);
    const [body = answer.body] = await withSafeAbout([answer.body], query);
    return { ...answer, body };
  },
});
