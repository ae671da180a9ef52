import * as v from 'valibot';
import { integerFrom } from '../../shared/platform/values/bounds.ts';
import { InvalidInput } from '../../shared/platform/core/errors.ts';
import { ANONYMOUS, readsConsistently } from '../../shared/platform/http/caller.ts';
import { EmptyObject, endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { requirePublished } from '../../shared/posts/answers/published.ts';
import { countViews } from '../../shared/posts/counters/views/count.ts';

const MAX_COUNT = 100_000;
const count = integerFrom(1, MAX_COUNT, `must be an integer from 1 to ${MAX_COUNT}`);

export default endpoint({
  path: IdPath,
  body: v.object({ count: v.nullish(count) }),
  answer: EmptyObject,
  async handle({ path, body, caller }) {
    if (caller === ANONYMOUS && (body.count ?? 1) !== 1)
      throw new InvalidInput('count: must be 1 without an API key');
    await requirePublished(path.id, caller, { consistent: readsConsistently(caller) });
    await countViews(path.id, body.count ?? 1);
    return { body: {} };
  },
});
