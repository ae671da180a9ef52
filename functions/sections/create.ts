import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { reassign } from '../../shared/posts/publishing/jobs/reassign.ts';
import { SectionCreateInput } from '../../shared/taxonomy/sections/input.ts';
import { getSection } from '../../shared/taxonomy/sections/list.ts';
import { answerSection, Section } from '../../shared/taxonomy/sections/present.ts';
import { SECTION } from '../../shared/taxonomy/sections/record.ts';
import { createSection } from '../../shared/taxonomy/sections/write.ts';
import { reportSiteChange } from '../../shared/posts/webhooks/event.ts';
import { runInline } from '../runtime/run-inline.ts';

export default endpoint({
  body: SectionCreateInput,
  answer: Section,
  async handle({ body, caller }) {
    const written = await createSection(SECTION, body, reportSiteChange('section', caller));
    await runInline(written.job, reassign);
    return await answerSection(SECTION, written, written.directory);
  },
  recall: async (id, caller) => await getSection(SECTION, id, caller),
});
