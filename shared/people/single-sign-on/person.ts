import * as openid from 'openid-client';
import * as v from 'valibot';
import { email as emailSchema } from '../authors/input.ts';
import { toSignInPage } from '../factors/relying-party.ts';
import { SingleSignOnRefused } from '../../platform/core/errors.ts';
import { logInfo } from '../../platform/log/log.ts';
import { managedSecret } from '../../platform/site/managed-secret.ts';
import type { SingleSignOn } from '../../platform/site/sign-in-schema.ts';
import { cleanLine } from '../../platform/values/clean.ts';
import { findApiError, readProvider } from './provider.ts';
import type { SignInState } from './state.ts';

/** What the provider's page sends back with the browser. */
export interface Returned {
  code: string;
  iss?: string | undefined;
}

/** The person whom the provider has signed in. */
export interface Person {
  email: string;
  first_name: string;
  last_name: string;
  /** The role that the provider chooses; undefined where the site chooses it. */
  role: string | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

/** An error code of openid-client or of the provider. Anything else may contain secrets and becomes ''. */
const constant = v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\w{1,60}$/)), ''), '');
const Fault = v.fallback(v.object({ code: constant, error: constant }), { code: '', error: '' });

const MAX_NAME_CHARACTERS = 100;
const Verified = v.union([v.literal(true), v.literal('true')]);
/** An invalid name becomes '': it is no reason to refuse a person. */
const name = v.fallback(v.optional(v.string(), ''), '');
const Names = v.object({ given_name: name, family_name: name });

/**
 * Exchanges the code, and checks issuer, audience, signature, nonce and times of the token.
 * @throws SingleSignOnRefused, UpstreamFailed, UpstreamTimeout
 */
export async function readPerson(
  setting: SingleSignOn,
  { code, iss }: Returned,
  begun: SignInState,
  host: string,
): Promise<Person> {
  const provider = await readProvider(setting, await managedSecret(setting.secret.secretName));
  const page = new URL(toSignInPage(host));
  const parameters = { code, state: begun.state, ...(iss !== undefined && { iss }) };
  for (const [name, value] of Object.entries(parameters)) page.searchParams.set(name, value);
  const claims = await exchange(provider, page, begun, setting).catch((cause: unknown) => {
    const failure = findApiError(cause);
    if (failure) throw failure;
    // Only an operator can repair faults such as a wrong secret. The rest of the error may contain secrets, so it is not logged.
    logInfo('the answer of the identity provider does not count', v.parse(Fault, cause));
    throw new SingleSignOnRefused('The identity provider’s answer does not count: try again', { cause });
  });
  const email = v.safeParse(emailSchema, claims.email);
  if (!email.success || !v.is(Verified, claims.email_verified))
    throw new SingleSignOnRefused('The identity provider does not say that your email is verified');
  const { given_name, family_name } = v.parse(Names, claims);
  return {
    email: email.output,
    first_name: cleanLine(given_name).slice(0, MAX_NAME_CHARACTERS),
    last_name: cleanLine(family_name).slice(0, MAX_NAME_CHARACTERS),
    role: chooseRole(setting, claims),
  };
}

/** Returns the token's claims. Where the token lacks some, the provider's user info completes them. */
async function exchange(
  provider: openid.Configuration,
  page: URL,
  { state, nonce, verifier }: SignInState,
  { roles }: SingleSignOn,
): Promise<Claims> {
  const tokens = await openid.authorizationCodeGrant(provider, page, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims: Claims = { ...tokens.claims() };
  const needed = ['email', ...(roles ? [roles.claim] : [])];
  const { userinfo_endpoint: endpoint } = provider.serverMetadata();
  if (endpoint === undefined || needed.every(name => claims[name] !== undefined)) return claims;
  const subject = String(claims.sub);
  return { ...(await openid.fetchUserInfo(provider, tokens.access_token, subject)), ...claims };
}

/** @throws SingleSignOnRefused when the provider chooses roles and has none for the person */
function chooseRole({ roles, defaultRole }: SingleSignOn, claims: Claims): string | undefined {
  if (!roles) return undefined;
  const sent: readonly unknown[] = [claims[roles.claim] ?? []].flat();
  const [, role = defaultRole] = Object.entries(roles.values).find(([value]) => sent.includes(value)) ?? [];
  if (role === undefined)
    throw new SingleSignOnRefused('The identity provider gives you no role on this site');
  return role;
}
