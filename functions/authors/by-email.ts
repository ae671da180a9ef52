import * as v from 'valibot';
import { Author, presentAuthors } from '../../shared/people/authors/present.ts';
import { Authors } from '../../shared/people/authors/record.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { queryNames } from '../../shared/platform/http/query.ts';

export default endpoint({
  query: v.object({ emails: queryNames }),
  answer: v.array(Author),
  async handle({ query, caller }) {
    const authors = await Authors.readMany(await Authors.idsBy('email', query.emails, { consistent: true }), {
      consistent: true,
    });
    return { body: await presentAuthors(authors, caller) };
  },
});
