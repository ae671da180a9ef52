import * as v from 'valibot';
import { readsConsistently } from '../../shared/platform/http/caller.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { readSectionViews, Unit, ViewsPoint } from '../../shared/posts/counters/views/over-time.ts';
import { requireSection } from '../../shared/posts/order/read.ts';

export default endpoint({
  path: IdPath,
  query: v.object({ by: v.optional(Unit, 'hour') }),
  answer: v.array(ViewsPoint),
  async handle({ path, query, caller }) {
    const [body] = await Promise.all([
      readSectionViews(path.id, query.by, { consistent: readsConsistently(caller) }),
      requireSection(path.id),
    ]);
    return { body };
  },
});
