import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { listSessions, ShownSession } from '../../shared/people/sessions/list.ts';

export default endpoint({
  answer: v.array(ShownSession),
  async handle({ caller }) {
    const sessions = await listSessions(caller);
    return { body: sessions, total: sessions.length };
  },
});
