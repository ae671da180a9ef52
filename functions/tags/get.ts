import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath, safeFields } from '../../shared/platform/http/query.ts';
import { withSafeAbout } from '../../shared/posts/rendering/safe-about.ts';
import { withHeaderImage } from '../../shared/taxonomy/sections/header-image.ts';
import { getSection } from '../../shared/taxonomy/sections/list.ts';
import { Section } from '../../shared/taxonomy/sections/present.ts';
import { TAG } from '../../shared/taxonomy/sections/record.ts';
import { requireTagsApi } from '../../shared/taxonomy/sections/check.ts';

export default endpoint({
  path: IdPath,
  query: v.object(safeFields),
  answer: Section,
  requireFeature: requireTagsApi,
  async handle({ path, query, caller }) {
    const answer = await getSection(TAG, path.id, caller);
    const records = await withSafeAbout([answer.body], query);
    const [body = answer.body] = await withHeaderImage(records, query);
    return { ...answer, body };
  },
});
