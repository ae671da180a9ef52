import { answerAuthor, Author } from '../../shared/authors/present.ts';
import { readAuthor } from '../../shared/authors/read.ts';
import { readsConsistently } from '../../shared/http/caller.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';

export default endpoint({
  path: IdPath,
  answer: Author,
  async handle({ path, caller }) {
    return await answerAuthor(await readAuthor(path.id, readsConsistently(caller)), caller);
  },
});
