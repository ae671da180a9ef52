import * as v from 'valibot';
import { requireAuthor } from '../../shared/taxonomy/follows/follow.ts';
import { listFollowedSections } from '../../shared/taxonomy/follows/list.ts';
import { readsConsistently } from '../../shared/platform/http/caller.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { pathId } from '../../shared/platform/http/query.ts';
import { readSections, sectionDirectory } from '../../shared/taxonomy/sections/read.ts';
import { Section } from '../../shared/taxonomy/sections/present.ts';

export default endpoint({
  path: v.object({ author_id: pathId }),
  answer: v.array(Section),
  async handle({ path, caller }) {
    const consistent = readsConsistently(caller);
    await requireAuthor(path.author_id);
    const directory = await (consistent ? readSections() : sectionDirectory());
    return await listFollowedSections(path.author_id, directory, { consistent });
  },
});
