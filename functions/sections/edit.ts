import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { reassign } from '../../shared/publishing/reassign.ts';
import { SectionInput } from '../../shared/sections/input.ts';
import { answerSection, Section } from '../../shared/sections/present.ts';
import { SECTION } from '../../shared/sections/record.ts';
import { editSection } from '../../shared/sections/write.ts';
import { reportSiteChange } from '../../shared/webhooks/event.ts';
import { runInline } from '../runtime/run-inline.ts';

export default endpoint({
  path: IdPath,
  body: SectionInput,
  answer: Section,
  async handle({ path, body, caller, ifMatch }) {
    const written = await editSection(SECTION, path.id, body, {
      ifMatch,
      report: reportSiteChange('section', caller),
    });
    await runInline(written.job, reassign);
    return await answerSection(SECTION, written, written.directory);
  },
});
