import { answerBadge, Badge } from '../../shared/badges/present.ts';
import { Badges } from '../../shared/badges/record.ts';
import { readsConsistently } from '../../shared/http/caller.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';

export default endpoint({
  path: IdPath,
  answer: Badge,
  async handle({ path, caller }) {
    return await answerBadge(await Badges.read(path.id, readsConsistently(caller)), caller);
  },
});
