import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { notePresence, PresenceInput, Present } from '../../shared/posts/answers/presence.ts';

export default endpoint({
  path: IdPath,
  body: PresenceInput,
  answer: v.array(Present),
  async handle({ path, body, caller }) {
    return { body: await notePresence(path.id, body, caller) };
  },
});
