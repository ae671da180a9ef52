import { endpoint } from '../../shared/http/endpoint.ts';
import { TagCreateInput } from '../../shared/sections/input.ts';
import { getSection } from '../../shared/sections/list.ts';
import { answerSection, Section } from '../../shared/sections/present.ts';
import { TAG } from '../../shared/sections/record.ts';
import { createSection } from '../../shared/sections/write.ts';
import { requireTagsApi } from '../../shared/sections/check.ts';
import { reportSiteChange } from '../../shared/webhooks/event.ts';

export default endpoint({
  body: TagCreateInput,
  answer: Section,
  async handle({ body, caller }) {
    requireTagsApi();
    const written = await createSection(TAG, body, reportSiteChange('tag', caller));
    return await answerSection(TAG, written, written.directory);
  },
  recall: async (id, caller) => await getSection(TAG, id, caller),
});
