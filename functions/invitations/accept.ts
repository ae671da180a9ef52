import * as v from 'valibot';
import { acceptInvitation, AcceptInput } from '../../shared/people/invitations/accept.ts';
import { presentSession, ShownSession } from '../../shared/people/sessions/list.ts';
import { maxAgeS } from '../../shared/people/sessions/record.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { sessionCookie } from '../../shared/platform/http/session-cookie.ts';
import { reportSiteChange } from '../../shared/posts/webhooks/event.ts';

export default endpoint({
  body: AcceptInput,
  answer: v.object({ session: v.nullable(ShownSession) }),
  async handle({ body, client }) {
    const report = (author: { authorId: number }) => reportSiteChange('author', author);
    const begun = await acceptInvitation(body, client, report);
    if (!begun) return { body: { session: null } };
    const { session, cookie } = begun;
    return {
      body: { session: presentSession(session, session.id) },
      cookies: [sessionCookie(cookie, maxAgeS())],
    };
  },
});
