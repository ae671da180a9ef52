import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { TagCreateInput } from '../../shared/taxonomy/sections/input.ts';
import { getSection } from '../../shared/taxonomy/sections/list.ts';
import { answerSection, Section } from '../../shared/taxonomy/sections/present.ts';
import { TAG } from '../../shared/taxonomy/sections/record.ts';
import { createSection } from '../../shared/taxonomy/sections/write.ts';
import { requireTagsApi } from '../../shared/taxonomy/sections/check.ts';
import { reportSiteChange } from '../../shared/posts/webhooks/event.ts';

export default endpoint({
  body: TagCreateInput,
  answer: Section,
  requireFeature: requireTagsApi,
  async handle({ body, caller }) {
    const written = await createSection(TAG, body, reportSiteChange('tag', caller));
    return await answerSection(TAG, written, written.directory);
  },
  recall: async (id, caller) => await getSection(TAG, id, caller),
});
