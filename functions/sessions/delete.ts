import { EmptyObject, endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { NO_SESSION } from '../../shared/platform/http/session-cookie.ts';
import { endSession } from '../../shared/people/sessions/write.ts';

export default endpoint({
  path: IdPath,
  answer: EmptyObject,
  async handle({ path, caller }) {
    await endSession(path.id, caller);
    return { body: {}, ...(caller.isSession && path.id === caller.keyId && { cookies: [NO_SESSION] }) };
  },
});
