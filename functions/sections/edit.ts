import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { reassign } from '../../shared/posts/publishing/jobs/reassign.ts';
import { SectionInput } from '../../shared/taxonomy/sections/input.ts';
import { answerSection, Section } from '../../shared/taxonomy/sections/present.ts';
import { SECTION } from '../../shared/taxonomy/sections/record.ts';
import { editSection } from '../../shared/taxonomy/sections/write.ts';
import { reportSiteChange } from '../../shared/posts/webhooks/event.ts';
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
