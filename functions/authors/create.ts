import { AuthorCreateInput } from '../../shared/people/authors/input.ts';
import { answerAuthor, Author } from '../../shared/people/authors/present.ts';
import { Authors } from '../../shared/people/authors/record.ts';
import { createAuthor } from '../../shared/people/authors/write.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { reportSiteChange } from '../../shared/posts/webhooks/event.ts';

export default endpoint({
  body: AuthorCreateInput,
  answer: Author,
  async handle({ body, caller }) {
    const created = await createAuthor(body, caller, reportSiteChange('author', caller));
    return await answerAuthor(created, caller);
  },
  recall: async (id, caller) => await answerAuthor(await Authors.read(id, { consistent: true }), caller),
});
