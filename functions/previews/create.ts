import * as v from 'valibot';
import { integerFrom } from '../../shared/platform/values/bounds.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { createPreview } from '../../shared/posts/answers/previews.ts';

const DAY_S = 86_400;
const MAX_LIFE_S = 30 * DAY_S;
const lifeS = integerFrom(1, MAX_LIFE_S, `must be seconds, an integer from 1 to ${MAX_LIFE_S}`);

export default endpoint({
  path: IdPath,
  body: v.object({ expires_in: v.optional(lifeS, 7 * DAY_S) }),
  answer: v.object({ token: v.nullable(v.string()), url: v.nullable(v.string()), expires_ts: v.number() }),
  remembered: answer => ({ ...answer, token: null, url: null }),
  async handle({ path, body, caller }) {
    return { body: await createPreview(path.id, body.expires_in, caller) };
  },
});
