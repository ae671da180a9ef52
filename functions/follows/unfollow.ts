import * as v from 'valibot';
import { unfollow } from '../../shared/taxonomy/follows/follow.ts';
import { listFollowedSections } from '../../shared/taxonomy/follows/list.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { pathId } from '../../shared/platform/http/query.ts';
import { sectionDirectory } from '../../shared/taxonomy/sections/read.ts';
import { Section } from '../../shared/taxonomy/sections/present.ts';

export default endpoint({
  path: v.object({ author_id: pathId, section_id: pathId }),
  answer: v.array(Section),
  async handle({ path, caller }) {
    await unfollow(path.author_id, path.section_id, caller);
    return await listFollowedSections(path.author_id, await sectionDirectory(), { consistent: true });
  },
});
