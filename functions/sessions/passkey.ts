import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { sessionCookie } from '../../shared/platform/http/session-cookie.ts';
import { SignedCredential } from '../../shared/people/factors/input.ts';
import { toRelyingParty } from '../../shared/people/factors/relying-party.ts';
import { presentSession, ShownSession } from '../../shared/people/sessions/list.ts';
import { signInWithPasskey } from '../../shared/people/sessions/passkey-sign-in.ts';
import { maxAgeS } from '../../shared/people/sessions/record.ts';

export default endpoint({
  body: v.object({ credential: SignedCredential }),
  answer: ShownSession,
  async handle({ body, host, client }) {
    const { session, cookie } = await signInWithPasskey(body.credential, toRelyingParty(host), client);
    return { body: presentSession(session, session.id), cookies: [sessionCookie(cookie, maxAgeS())] };
  },
});
