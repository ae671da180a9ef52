import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath, safeFields } from '../../shared/http/query.ts';
import { withSafeAbout } from '../../shared/rendering/safe-about.ts';
import { getSection } from '../../shared/sections/list.ts';
import { Section } from '../../shared/sections/present.ts';
import { SECTION } from '../../shared/sections/record.ts';

export default endpoint({
  path: IdPath,
  query: v.object(safeFields),
  answer: Section,
  async handle({ path, query, caller }) {
    const answer = await getSection(SECTION, path.id, caller);
    const [body = answer.body] = await withSafeAbout([answer.body], query);
    return { ...answer, body };
  },
});
