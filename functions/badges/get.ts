import { answerBadge, Badge } from '../../shared/taxonomy/badges/present.ts';
import { Badges } from '../../shared/taxonomy/badges/record.ts';
import { readsConsistently } from '../../shared/platform/http/caller.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';

export default endpoint({
  path: IdPath,
  answer: Badge,
  async handle({ path, caller }) {
    return await answerBadge(await Badges.read(path.id, { consistent: readsConsistently(caller) }), caller);
  },
});
