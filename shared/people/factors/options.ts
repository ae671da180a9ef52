import * as v from 'valibot';
import { displayName, type AuthorRecord } from '../authors/record.ts';
import { ALGORITHMS } from './algorithms.ts';
import { CHALLENGE_S, createChallenge } from './challenge.ts';
import { toUserHandle } from './input.ts';
import type { Factors } from './record.ts';
import type { RelyingParty } from './relying-party.ts';

const TYPE = 'public-key' as const;
const REQUIRED = 'required' as const;

/** The argument of `PublicKeyCredential.parseRequestOptionsFromJSON()` in browsers. */
export const SignInOptions = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal(REQUIRED),
});
export type SignInOptions = v.InferOutput<typeof SignInOptions>;

const Credential = v.object({ type: v.literal(TYPE), id: v.string(), transports: v.array(v.string()) });
/** The argument of `PublicKeyCredential.parseCreationOptionsFromJSON()` in browsers. */
export const EnrolmentOptions = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ type: v.literal(TYPE), alg: v.number() })),
  timeout: v.number(),
  excludeCredentials: v.array(Credential),
  authenticatorSelection: v.object({
    residentKey: v.literal(REQUIRED),
    requireResidentKey: v.boolean(),
    userVerification: v.literal(REQUIRED),
  }),
  attestation: v.literal('none'),
});
export type EnrolmentOptions = v.InferOutput<typeof EnrolmentOptions>;

/** Makes options that don't depend on the author: the passkey names its author, so the options reveal nothing about who has one. */
export async function offerSignIn({ id }: RelyingParty): Promise<SignInOptions> {
  const challenge = await createChallenge('sign-in');
  return { challenge, rpId: id, timeout: CHALLENGE_S * 1000, userVerification: REQUIRED };
}

export async function offerEnrolment(
  author: AuthorRecord,
  { passkeys }: Factors,
  { id, name }: RelyingParty,
): Promise<EnrolmentOptions> {
  const challenge = await createChallenge(author.id);
  return {
    challenge,
    rp: { id, name },
    user: {
      id: toUserHandle(author.id),
      name: author.email ?? author.name,
      displayName: displayName(author),
    },
    pubKeyCredParams: ALGORITHMS.map(alg => ({ type: TYPE, alg })),
    timeout: CHALLENGE_S * 1000,
    excludeCredentials: passkeys.map(({ credential_id, transports }) => ({
      type: TYPE,
      id: credential_id,
      transports,
    })),
    authenticatorSelection: { residentKey: REQUIRED, requireResidentKey: true, userVerification: REQUIRED },
    attestation: 'none',
  };
}
