import { BadgeInput } from '../../shared/taxonomy/badges/input.ts';
import { answerBadge, Badge } from '../../shared/taxonomy/badges/present.ts';
import { editBadge } from '../../shared/taxonomy/badges/write.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';

export default endpoint({
  path: IdPath,
  body: BadgeInput,
  answer: Badge,
  async handle({ path, body, caller, ifMatch }) {
    return await answerBadge(await editBadge(path.id, body, ifMatch), caller);
  },
});
