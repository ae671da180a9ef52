import { endpoint } from '../../shared/platform/http/endpoint.ts';
import {
  providerCookie,
  readProviderSecret,
  sessionCookie,
} from '../../shared/platform/http/session-cookie.ts';
import { presentSession, ShownSession } from '../../shared/people/sessions/list.ts';
import { maxAgeS } from '../../shared/people/sessions/record.ts';
import { FinishInput, finishSignIn } from '../../shared/people/single-sign-on/finish.ts';
import { reportSiteChange } from '../../shared/posts/webhooks/event.ts';

export default endpoint({
  body: FinishInput,
  answer: ShownSession,
  async handle({ body, host, client, cookies }) {
    const browser = { secret: readProviderSecret(cookies), host, client };
    const { session, cookie } = await finishSignIn(body, browser, author =>
      reportSiteChange('author', author),
    );
    return {
      body: presentSession(session, session.id),
      cookies: [sessionCookie(cookie, maxAgeS()), providerCookie('', 0)],
    };
  },
});
