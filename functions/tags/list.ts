import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { safeFields, selectionFields } from '../../shared/platform/http/query.ts';
import { withSafeAbout } from '../../shared/posts/rendering/safe-about.ts';
import { withHeaderImage } from '../../shared/taxonomy/sections/header-image.ts';
import { listSections } from '../../shared/taxonomy/sections/list.ts';
import { Section } from '../../shared/taxonomy/sections/present.ts';
import { TAG } from '../../shared/taxonomy/sections/record.ts';
import { requireTagsApi } from '../../shared/taxonomy/sections/check.ts';

export default endpoint({
  query: v.object({ ...selectionFields, ...safeFields }),
  answer: v.array(v.partial(Section)),
  requireFeature: requireTagsApi,
  async handle({ query, caller }) {
    const records = await withSafeAbout(await listSections(TAG, query, caller), query);
    const body = await withHeaderImage(records, query);
    return { body, total: body.length };
  },
});
