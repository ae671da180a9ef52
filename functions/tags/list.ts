import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { selectionFields } from '../../shared/http/query.ts';
import { listSections } from '../../shared/sections/list.ts';
import { Section } from '../../shared/sections/present.ts';
import { TAG } from '../../shared/sections/record.ts';
import { requireTagsApi } from '../../shared/sections/check.ts';

export default endpoint({
  query: v.object(selectionFields),
  answer: v.array(v.partial(Section)),
  async handle({ query, caller }) {
    requireTagsApi();
    const body = await listSections(TAG, query, caller);
    return { body, total: body.length };
  },
});
