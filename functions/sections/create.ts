import { endpoint } from '../../shared/http/endpoint.ts';
import { SectionCreateInput } from '../../shared/sections/input.ts';
import { presentSection, Section } from '../../shared/sections/present.ts';
import { SECTION } from '../../shared/sections/record.ts';
import { createSection } from '../../shared/sections/write.ts';
import { reassignFirst } from '../reassign-first.ts';

export default endpoint({
  body: SectionCreateInput,
  answer: Section,
  async handle({ body }) {
    const { value, version, directory, job } = await createSection(SECTION, body);
    await reassignFirst(job);
    return { body: presentSection(SECTION, value, directory), version };
  },
});
