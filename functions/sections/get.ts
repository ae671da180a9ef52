import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { getSection } from '../../shared/sections/list.ts';
import { Section } from '../../shared/sections/present.ts';
import { SECTION } from '../../shared/sections/record.ts';

export default endpoint({
  path: IdPath,
  answer: Section,
  async handle({ path, caller }) {
    return await getSection(SECTION, path.id, caller);
  },
});
