import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { safeFields, selectionFields } from '../../shared/http/query.ts';
import { withSafeAbout } from '../../shared/rendering/safe-about.ts';
import { listSections } from '../../shared/sections/list.ts';
import { Section } from '../../shared/sections/present.ts';
import { SECTION } from '../../shared/sections/record.ts';

export default endpoint({
  query: v.object({ ...selectionFields, ...safeFields }),
  answer: v.array(v.partial(Section)),
  async handle({ query, caller }) {
    const body = await withSafeAbout(await listSections(SECTION, query, caller), query);
    return { body, total: body.length };
  },
});
