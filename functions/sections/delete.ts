import * as v from 'valibot';
import { EmptyObject, endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath, pathId } from '../../shared/platform/http/query.ts';
import { reassign } from '../../shared/posts/publishing/jobs/reassign.ts';
import { deleteSection } from '../../shared/taxonomy/sections/remove.ts';
import { reportSiteChange } from '../../shared/posts/webhooks/event.ts';
import { runInline } from '../runtime/run-inline.ts';

export default endpoint({
  path: IdPath,
  query: v.object({ destination_section_id: v.optional(pathId) }),
  answer: EmptyObject,
  async handle({ path, query, caller, ifMatch }) {
    const job = await deleteSection(path.id, query.destination_section_id ?? null, {
      ifMatch,
      report: reportSiteChange('section', caller),
    });
    await runInline(job, reassign);
    return { body: {} };
  },
});
