import { AuthorCreateInput } from '../../shared/authors/input.ts';
import { answerAuthor, Author } from '../../shared/authors/present.ts';
import { Authors } from '../../shared/authors/record.ts';
import { createAuthor } from '../../shared/authors/write.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { reportSiteChange } from '../../shared/webhooks/event.ts';

export default endpoint({
  body: AuthorCreateInput,
  answer: Author,
  async handle({ body, caller }) {
    const created = await createAuthor(body, caller, reportSiteChange('author', caller));
    return await answerAuthor(created, caller);
  },
  recall: async (id, caller) => await answerAuthor(await Authors.read(id, true), caller),
});
