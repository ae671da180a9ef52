import { EmptyObject, endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { deleteTag } from '../../shared/taxonomy/sections/remove.ts';
import { requireTagsApi } from '../../shared/taxonomy/sections/check.ts';
import { reportSiteChange } from '../../shared/posts/webhooks/event.ts';

export default endpoint({
  path: IdPath,
  answer: EmptyObject,
  requireFeature: requireTagsApi,
  async handle({ path, caller, ifMatch }) {
    await deleteTag(path.id, { ifMatch, report: reportSiteChange('tag', caller) });
    return { body: {} };
  },
});
