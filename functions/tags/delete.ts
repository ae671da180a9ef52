import { EmptyObject, endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { deleteTag } from '../../shared/sections/remove.ts';
import { requireTagsApi } from '../../shared/sections/check.ts';
import { reportSiteChange } from '../../shared/webhooks/event.ts';

export default endpoint({
  path: IdPath,
  answer: EmptyObject,
  async handle({ path, caller, ifMatch }) {
    requireTagsApi();
    await deleteTag(path.id, { ifMatch, report: reportSiteChange('tag', caller) });
    return { body: {} };
  },
});
