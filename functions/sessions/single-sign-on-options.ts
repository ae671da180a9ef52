import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { providerCookie } from '../../shared/platform/http/session-cookie.ts';
import { beginSignIn, SignInAddress } from '../../shared/people/single-sign-on/begin.ts';
import { STATE_S } from '../../shared/people/single-sign-on/state.ts';

export default endpoint({
  answer: SignInAddress,
  async handle({ host }) {
    const { url, secret } = await beginSignIn(host);
    return { body: { url }, cookies: [providerCookie(secret, STATE_S)] };
  },
});
