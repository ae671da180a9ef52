import * as v from 'valibot';
import { Badge, presentBadges } from '../../shared/taxonomy/badges/present.ts';
import { readBadges } from '../../shared/taxonomy/badges/record.ts';
import { readsConsistently } from '../../shared/platform/http/caller.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';

export default endpoint({
  answer: v.array(Badge),
  async handle({ caller }) {
    const body = await presentBadges(await readBadges({ consistent: readsConsistently(caller) }), caller);
    return { body, total: body.length };
  },
});
