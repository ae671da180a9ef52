import { BadgeCreateInput } from '../../shared/badges/input.ts';
import { answerBadge, Badge } from '../../shared/badges/present.ts';
import { Badges } from '../../shared/badges/record.ts';
import { createBadge } from '../../shared/badges/write.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export default endpoint({
  body: BadgeCreateInput,
  answer: Badge,
  async handle({ body, caller }) {
    return await answerBadge(await createBadge(body), caller);
  },
  recall: async (id, caller) => await answerBadge(await Badges.read(id, true), caller),
});
