import { AuthorEditInput } from '../../shared/people/authors/input.ts';
import { answerAuthor, Author } from '../../shared/people/authors/present.ts';
import { editAuthor } from '../../shared/people/authors/write.ts';
import { keepSession } from '../../shared/people/sessions/write.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { reportSiteChange } from '../../shared/posts/webhooks/event.ts';

export default endpoint({
  path: IdPath,
  body: AuthorEditInput,
  answer: Author,
  async handle({ path, body, caller, ifMatch }) {
    const report = reportSiteChange('author', caller);
    const options = { ifMatch, report, keepSession: keepSession(caller) };
    return await answerAuthor(await editAuthor(path.id, body, caller, options), caller);
  },
});
