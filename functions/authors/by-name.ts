import * as v from 'valibot';
import { Author, presentAuthors } from '../../shared/authors/present.ts';
import { Authors } from '../../shared/authors/record.ts';
import { readsConsistently } from '../../shared/http/caller.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { queryNames, safeFields } from '../../shared/http/query.ts';
import { withSafeAbout } from '../../shared/rendering/safe-about.ts';

export default endpoint({
  query: v.object({ author_names: queryNames, ...safeFields }),
  answer: v.object({ data: v.array(Author) }),
  async handle({ query, caller }) {
    const consistent = readsConsistently(caller);
    const authors = await Authors.readMany(
      await Authors.idsBy('author_name', query.author_names, consistent),
      consistent,
    );
    return { body: { data: await withSafeAbout(await presentAuthors(authors, caller), query) } };
  },
});
