import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { SectionInput } from '../../shared/sections/input.ts';
import { presentSection, Section } from '../../shared/sections/present.ts';
import { SECTION } from '../../shared/sections/record.ts';
import { editSection } from '../../shared/sections/write.ts';
import { reassignFirst } from '../reassign-first.ts';

export default endpoint({
  path: IdPath,
  body: SectionInput,
  answer: Section,
  async handle({ path, body, ifMatch }) {
    const { value, version, directory, job } = await editSection(SECTION, path.id, body, ifMatch);
    await reassignFirst(job);
    return { body: presentSection(SECTION, value, directory), version };
  },
});
