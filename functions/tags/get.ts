import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { getSection } from '../../shared/sections/list.ts';
import { Section } from '../../shared/sections/present.ts';
import { TAG } from '../../shared/sections/record.ts';
import { requireTagsApi } from '../../shared/sections/check.ts';

export default endpoint({
  path: IdPath,
  answer: Section,
  async handle({ path, caller }) {
    requireTagsApi();
    return await getSection(TAG, path.id, caller);
  },
});
