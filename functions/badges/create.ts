import { BadgeCreateInput } from '../../shared/taxonomy/badges/input.ts';
import { answerBadge, Badge } from '../../shared/taxonomy/badges/present.ts';
import { Badges } from '../../shared/taxonomy/badges/record.ts';
import { createBadge } from '../../shared/taxonomy/badges/write.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';

export default endpoint({
  body: BadgeCreateInput,
  answer: Badge,
  async handle({ body, caller }) {
    return await answerBadge(await createBadge(body), caller);
  },
  recall: async (id, caller) => await answerBadge(await Badges.read(id, { consistent: true }), caller),
});
