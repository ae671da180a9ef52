import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { readCounts } from '../../shared/posts/changes/count-posts.ts';
import { AnyStateQuery } from '../../shared/posts/listing/any-state/input.ts';
import { listInAnyState } from '../../shared/posts/listing/any-state/list.ts';
import { AnyStateRow } from '../../shared/posts/listing/any-state/row.ts';

export default endpoint({
  query: AnyStateQuery,
  answer: v.array(AnyStateRow),
  async handle(request) {
    const { query, caller } = request;
    const [list, counts] = await Promise.all([
      listInAnyState(request),
      query.counts ? readCounts(caller) : undefined,
    ]);
    return { ...list, ...counts };
  },
});
