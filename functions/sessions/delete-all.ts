import { EmptyObject, endpoint } from '../../shared/platform/http/endpoint.ts';
import { NO_SESSION } from '../../shared/platform/http/session-cookie.ts';
import { endSessions } from '../../shared/people/sessions/write.ts';

export default endpoint({
  answer: EmptyObject,
  async handle({ caller }) {
    await endSessions(caller);
    return { body: {}, ...(caller.isSession && { cookies: [NO_SESSION] }) };
  },
});
