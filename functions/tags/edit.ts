import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { TagInput } from '../../shared/taxonomy/sections/input.ts';
import { answerSection, Section } from '../../shared/taxonomy/sections/present.ts';
import { TAG } from '../../shared/taxonomy/sections/record.ts';
import { editSection } from '../../shared/taxonomy/sections/write.ts';
import { requireTagsApi } from '../../shared/taxonomy/sections/check.ts';
import { reportSiteChange } from '../../shared/posts/webhooks/event.ts';

export default endpoint({
  path: IdPath,
  body: TagInput,
  answer: Section,
  requireFeature: requireTagsApi,
  async handle({ path, body, caller, ifMatch }) {
    const written = await editSection(TAG, path.id, body, {
      ifMatch,
      report: reportSiteChange('tag', caller),
    });
    return await answerSection(TAG, written, written.directory);
  },
});
