import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath, safeFields } from '../../shared/http/query.ts';
import { withSafeAbout } from '../../shared/rendering/safe-about.ts';
import { getSection } from '../../shared/sections/list.ts';
import { Section } from '../../shared/sections/present.ts';
import { TAG } from '../../shared/sections/record.ts';
import { requireTagsApi } from '../../shared/sections/check.ts';

export default endpoint({
  path: IdPath,
  query: v.object(safeFields),
  answer: Section,
  async handle({ path, query, caller }) {
    requireTagsApi();
    const answer = await getSection(TAG, path.id, caller);
    const [body = answer.body] = await withSafeAbout([answer.body], query);
    return { ...answer, body };
  },
});
