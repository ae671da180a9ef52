import * as openid from 'openid-client';
import * as v from 'valibot';
import { toSignInPage } from '../factors/relying-party.ts';
import { readProvider, readSetting } from './provider.ts';
import { createState } from './state.ts';

export const SignInAddress = v.object({
  /** The address of the provider's page. */
  url: v.string(),
});
export type SignInAddress = v.InferOutput<typeof SignInAddress>;

/**
 * Begins a sign-in at the provider.
 * @param host the host of the request
 * @returns the address of the provider's page, and the secret that the browser keeps
 * @throws NotFound, UpstreamFailed, UpstreamTimeout
 */
export async function beginSignIn(host: string): Promise<SignInAddress & { secret: string }> {
  const setting = readSetting();
  const provider = await readProvider(setting);
  const { state, nonce, verifier, secret } = await createState();
  const scopes = [
    'openid',
    'email',
    'profile',
    ...(setting.roles?.scope === undefined ? [] : [setting.roles.scope]),
  ];
  const url = openid.buildAuthorizationUrl(provider, {
    redirect_uri: toSignInPage(host),
    scope: scopes.join(' '),
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, secret };
}
