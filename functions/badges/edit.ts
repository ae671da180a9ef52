import { BadgeInput } from '../../shared/badges/input.ts';
import { answerBadge, Badge } from '../../shared/badges/present.ts';
import { editBadge } from '../../shared/badges/write.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';

export default endpoint({
  path: IdPath,
  body: BadgeInput,
  answer: Badge,
  async handle({ path, body, caller, ifMatch }) {
    return await answerBadge(await editBadge(path.id, body, ifMatch), caller);
  },
});
