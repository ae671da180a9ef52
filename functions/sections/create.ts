import { endpoint } from '../../shared/http/endpoint.ts';
import { reassign } from '../../shared/publishing/reassign.ts';
import { SectionCreateInput } from '../../shared/sections/input.ts';
import { getSection } from '../../shared/sections/list.ts';
import { answerSection, Section } from '../../shared/sections/present.ts';
import { SECTION } from '../../shared/sections/record.ts';
import { createSection } from '../../shared/sections/write.ts';
import { reportSiteChange } from '../../shared/webhooks/event.ts';
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
