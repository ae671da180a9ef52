import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { safeFields, selectionFields } from '../../shared/platform/http/query.ts';
import { withSafeAbout } from '../../shared/posts/rendering/safe-about.ts';
import { withHeaderImage } from '../../shared/taxonomy/sections/header-image.ts';
import { listSections } from '../../shared/taxonomy/sections/list.ts';
import { Section } from '../../shared/taxonomy/sections/present.ts';
import { SECTION } from '../../shared/taxonomy/sections/record.ts';

export default endpoint({
  query: v.object({ ...selectionFields, ...safeFields }),
  answer: v.array(v.partial(Section)),
  async handle({ query, caller }) {
    const records = await withSafeAbout(await listSections(SECTION, query, caller), query);
    const body = await withHeaderImage(records, query);
    return { body, total: body.length };
  },
});
