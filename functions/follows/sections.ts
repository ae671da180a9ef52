import * as v from 'valibot';
import { requireAuthor } from '../../shared/follows/follow.ts';
import { listFollowedSections } from '../../shared/follows/list.ts';
import { readsConsistently } from '../../shared/http/caller.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pathId } from '../../shared/http/query.ts';
import { readSections, sectionDirectory } from '../../shared/sections/read.ts';
import { Section } from '../../shared/sections/present.ts';

export default endpoint({
  path: v.object({ author_id: pathId }),
  answer: v.array(Section),
  async handle({ path, caller }) {
    const consistent = readsConsistently(caller);
    await requireAuthor(path.author_id);
    const directory = await (consistent ? readSections() : sectionDirectory());
    return await listFollowedSections(path.author_id, directory, consistent);
  },
});
