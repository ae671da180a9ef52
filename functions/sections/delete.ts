import * as v from 'valibot';
import { EmptyObject, endpoint } from '../../shared/http/endpoint.ts';
import { IdPath, pathId } from '../../shared/http/query.ts';
import { reassign } from '../../shared/publishing/reassign.ts';
import { deleteSection } from '../../shared/sections/remove.ts';
import { reportSiteChange } from '../../shared/webhooks/event.ts';
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
