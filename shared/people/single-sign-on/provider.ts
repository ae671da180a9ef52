import * as openid from 'openid-client';
import { TimedCache } from '../../platform/core/cache.ts';
import { ApiError, NotFound, UpstreamFailed } from '../../platform/core/errors.ts';
import type { SingleSignOn } from '../../platform/site/sign-in-schema.ts';
import { site } from '../../platform/site/site.ts';
import { fetchGuarded } from './fetch.ts';

/** What changes at the provider, and a rotated secret, take effect within this time. Keys that are not known yet are read at once. */
const CACHE_MS = 300_000;

const known = new TimedCache<string, openid.Configuration>(CACHE_MS);

/** @throws NotFound */
export function readSetting(): SingleSignOn {
  const { singleSignOn } = site().signIn;
  if (!singleSignOn) throw new NotFound('This site has no single sign-on');
  return singleSignOn;
}

/** The provider as its own document describes it. `secret`: needed to exchange codes. @throws UpstreamFailed, UpstreamTimeout */
export async function readProvider(
  { issuer, clientId }: SingleSignOn,
  secret?: string,
): Promise<openid.Configuration> {
  const key = JSON.stringify([issuer, clientId, secret]);
  const cached = known.get(key);
  if (cached) return cached;
  const execute = [openid.enableNonRepudiationChecks];
  // The settings allow it for a provider on this machine, which the guarded client calls for a local service only.
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated so that it stands out
  if (new URL(issuer).protocol === 'http:') execute.push(openid.allowInsecureRequests);
  const provider = await openid
    .discovery(new URL(issuer), clientId, undefined, authenticateBy(secret), {
      execute,
      [openid.customFetch]: fetchGuarded,
    })
    .catch((error: unknown) => {
      throw (
        findApiError(error) ?? new UpstreamFailed('The identity provider does not answer', { cause: error })
      );
    });
  known.set(key, provider);
  return provider;
}

/** By the method that the provider supports: without a list, that is the first (OpenID Connect Discovery, section 3). */
function authenticateBy(secret: string | undefined): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, ...others) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    if (methods.includes('client_secret_basic')) basic(server, ...others);
    else post(server, ...others);
  };
}

/** The error of the guarded client among the causes of one of openid-client. */
export function findApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  return error instanceof Error ? findApiError(error.cause) : undefined;
}
