import * as v from 'valibot';
import { readsConsistently } from '../../shared/platform/http/caller.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { readPostViews, Unit, ViewsPoint } from '../../shared/posts/counters/views/over-time.ts';
import { requireReadable } from '../../shared/posts/record/access.ts';
import { readRecord } from '../../shared/posts/record/read.ts';

export default endpoint({
  path: IdPath,
  query: v.object({ by: v.optional(Unit, 'hour') }),
  answer: v.array(ViewsPoint),
  async handle({ path, query, caller }) {
    const consistent = readsConsistently(caller);
    const [{ value }, body] = await Promise.all([
      readRecord(path.id, { consistent }),
      readPostViews(path.id, query.by, { consistent }),
    ]);
    requireReadable(caller, value);
    return { body };
  },
});
