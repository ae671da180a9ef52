import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { CreatedCredential, SignedCredential } from './input.ts';
import { ALGORITHMS } from './algorithms.ts';
import type { Passkey } from './record.ts';
import type { RelyingParty } from './relying-party.ts';

/**
 * Verifies a new credential. A bundle loads this module at the first call (infra/bundle/lazy-chunks.ts).
 * @throws Error unless an authenticator made the credential for this challenge and origin
 */
export async function verifyEnrolment(
  { id, response: { clientDataJSON, attestationObject } }: CreatedCredential,
  challenge: string,
  party: RelyingParty,
): Promise<Pick<Passkey, 'credential_id' | 'public_key' | 'counter'>> {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge: challenge,
    ...expect(party),
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified) throw new Error('The attestation is not right');
  const { credential } = registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
  };
}

/**
 * Verifies a signature.
 * @returns the authenticator's new counter
 * @throws Error unless this passkey signed this challenge, and when the counter is older than the stored one
 */
export async function verifySignature(
  { id, response }: SignedCredential,
  challenge: string,
  passkey: Passkey,
  party: RelyingParty,
): Promise<number> {
  const { clientDataJSON, authenticatorData, signature } = response;
  const signed = { clientDataJSON, authenticatorData, signature };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: signed },
    expectedChallenge: challenge,
    ...expect(party),
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  });
  if (!verified) throw new Error('The signature is not right');
  return authenticationInfo.newCounter;
}

/** A passkey alone is enough to sign in, so the authenticator must have verified its user by a PIN, face or fingerprint. */
function expect({ id, origins }: RelyingParty) {
  return { expectedOrigin: [...origins], expectedRPID: id, requireUserVerification: true };
}
