import * as openid from 'openid-client';
import { TimedCache } from '../../platform/core/cache.ts';
import { ApiError, NotFound, UpstreamFailed } from '../../platform/core/errors.ts';
import type { SingleSignOn } from '../../platform/site/sign-in-schema.ts';
import { site } from '../../platform/site/site.ts';
import { fetchGuarded } from './fetch.ts';

/** Changes at the provider and a rotated secret take effect within this time. A signing key that is not cached is read at once. */
const CACHE_MS = 300_000;

const known = new TimedCache<string, openid.Configuration>(CACHE_MS);

/** @throws NotFound */
export function readSetting(): SingleSignOn {
  const { singleSignOn } = site().signIn;
  if (!singleSignOn) throw new NotFound('This site has no single sign-on');
  return singleSignOn;
}

/**
 * Reads the provider's configuration from its discovery document.
 * @param secret the client secret, which only the exchange of a code needs
 * @throws UpstreamFailed, UpstreamTimeout
 */
export async function readProvider(
  { issuer, clientId }: SingleSignOn,
  secret?: string,
): Promise<openid.Configuration> {
  const key = JSON.stringify([issuer, clientId, secret]);
  const cached = known.get(key);
  if (cached) return cached;
  const execute = [openid.enableNonRepudiationChecks];
  // The settings allow HTTP only for a provider on this machine, and the guarded client calls it only from a local service.
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

/** Chooses a method that the provider supports: without a list, `client_secret_basic` (OpenID Connect Discovery, section 3). */
function authenticateBy(secret: string | undefined): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, ...others) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    if (methods.includes('client_secret_basic')) basic(server, ...others);
    else post(server, ...others);
  };
}

/** Finds the guarded client's error among the causes of an error of openid-client. */
export function findApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  return error instanceof Error ? findApiError(error.cause) : undefined;
}
