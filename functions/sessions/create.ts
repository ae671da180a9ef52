import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { sessionCookie } from '../../shared/platform/http/session-cookie.ts';
import { presentSession, ShownSession } from '../../shared/people/sessions/list.ts';
import { maxAgeS } from '../../shared/people/sessions/record.ts';
import { signIn, SignInInput } from '../../shared/people/sessions/sign-in.ts';

export default endpoint({
  body: SignInInput,
  answer: ShownSession,
  async handle({ body, client }) {
    const { session, cookie } = await signIn(body, client);
    return { body: presentSession(session, session.id), cookies: [sessionCookie(cookie, maxAgeS())] };
  },
});
