import * as v from 'valibot';
import { Author, presentAuthors } from '../../shared/people/authors/present.ts';
import { Authors } from '../../shared/people/authors/record.ts';
import { readsConsistently } from '../../shared/platform/http/caller.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { queryNames, safeFields } from '../../shared/platform/http/query.ts';
import { withSafeAbout } from '../../shared/posts/rendering/safe-about.ts';

export default endpoint({
  query: v.object({ author_names: queryNames, ...safeFields }),
  answer: v.object({ data: v.array(Author) }),
  async handle({ query, caller }) {
    const consistent = readsConsistently(caller);
    const authors = await Authors.readMany(
      await Authors.idsBy('author_name', query.author_names, { consistent }),
      { consistent },
    );
    return { body: { data: await withSafeAbout(await presentAuthors(authors, caller), query) } };
  },
});
