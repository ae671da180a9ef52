import * as v from 'valibot';
import { Author, presentAuthors } from '../../shared/authors/present.ts';
import { Authors, AUTHORS_TIMELINE } from '../../shared/authors/record.ts';
import { readsConsistently } from '../../shared/http/caller.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageFields, safeFields } from '../../shared/http/query.ts';
import { withSafeAbout } from '../../shared/rendering/safe-about.ts';
import { readPage } from '../../shared/store/timeline.ts';

export default endpoint({
  query: v.object({ ...pageFields(10, 30), ...safeFields }),
  answer: v.array(Author),
  async handle({ query, caller, after }) {
    const consistent = readsConsistently(caller);
    const { offset, limit } = query;
    const page = await readPage({ timelines: [AUTHORS_TIMELINE], offset, limit, after, consistent });
    const authors = await Authors.readMany(page.ids, consistent);
    return { body: await withSafeAbout(await presentAuthors(authors, caller), query), next: page.next };
  },
});
