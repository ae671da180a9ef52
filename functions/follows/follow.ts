import * as v from 'valibot';
import { follow } from '../../shared/follows/follow.ts';
import { listFollowedSections } from '../../shared/follows/list.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pathId } from '../../shared/http/query.ts';
import { sectionDirectory } from '../../shared/sections/read.ts';
import { Section } from '../../shared/sections/present.ts';

export default endpoint({
  path: v.object({ author_id: pathId, section_id: pathId }),
  answer: v.array(Section),
  async handle({ path, caller }) {
    await follow(path.author_id, path.section_id, caller);
    return await listFollowedSections(path.author_id, await sectionDirectory(), true);
  },
});
