import * as v from 'valibot';
import { Author, presentAuthors } from '../../shared/people/authors/present.ts';
import { Authors, AUTHORS_TIMELINE } from '../../shared/people/authors/record.ts';
import { readsConsistently } from '../../shared/platform/http/caller.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { pageFields, safeFields } from '../../shared/platform/http/query.ts';
import { withSafeAbout } from '../../shared/posts/rendering/safe-about.ts';
import { readPage } from '../../shared/platform/store/timeline.ts';

export default endpoint({
  query: v.object({ ...pageFields(10, 30), ...safeFields }),
  answer: v.array(Author),
  async handle({ query, caller, after }) {
    const consistent = readsConsistently(caller);
    const { offset, limit } = query;
    const page = await readPage({ timelines: [AUTHORS_TIMELINE], offset, limit, after, consistent });
    const authors = await Authors.readMany(page.ids, { consistent });
    return { body: await withSafeAbout(await presentAuthors(authors, caller), query), next: page.next };
  },
});
