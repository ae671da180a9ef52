import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { TagInput } from '../../shared/sections/input.ts';
import { answerSection, Section } from '../../shared/sections/present.ts';
import { TAG } from '../../shared/sections/record.ts';
import { editSection } from '../../shared/sections/write.ts';
import { requireTagsApi } from '../../shared/sections/check.ts';
import { reportSiteChange } from '../../shared/webhooks/event.ts';

export default endpoint({
  path: IdPath,
  body: TagInput,
  answer: Section,
  async handle({ path, body, caller, ifMatch }) {
    requireTagsApi();
    const written = await editSection(TAG, path.id, body, {
      ifMatch,
      report: reportSiteChange('tag', caller),
    });
    return await answerSection(TAG, written, written.directory);
  },
});
