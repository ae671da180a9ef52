import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { queryFlag } from '../../shared/platform/http/query.ts';
import { ApiKey, listKeys } from '../../shared/people/keys/list.ts';

export default endpoint({
  query: v.object({ unused: v.optional(queryFlag, '0') }),
  answer: v.array(ApiKey),
  async handle({ query: { unused } }) {
    const all = await listKeys();
    const keys = unused ? all.filter(({ is_unused }) => is_unused) : all;
    return { body: keys, total: keys.length };
  },
});
