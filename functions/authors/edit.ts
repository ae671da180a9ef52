import { AuthorEditInput } from '../../shared/authors/input.ts';
import { answerAuthor, Author } from '../../shared/authors/present.ts';
import { editAuthor } from '../../shared/authors/write.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { reportSiteChange } from '../../shared/webhooks/event.ts';

export default endpoint({
  path: IdPath,
  body: AuthorEditInput,
  answer: Author,
  async handle({ path, body, caller, ifMatch }) {
    const options = { ifMatch, report: reportSiteChange('author', caller) };
    return await answerAuthor(await editAuthor(path.id, body, caller, options), caller);
  },
});
