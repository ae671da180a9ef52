import * as v from 'valibot';
import type { CreatedCredential, SignedCredential } from './input.ts';
import type { Passkey } from './record.ts';
import type { RelyingParty } from './relying-party.ts';
import { verifyEnrolment, verifySignature } from './webauthn.ts';

const ClientData = v.object({ challenge: v.string() });

/** @throws Error when the text is not client data of WebAuthn */
function readChallenge(clientDataJSON: string): string {
  return v.parse(ClientData, JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())).challenge;
}

/**
 * Verifies a new passkey.
 * @returns its public key, and the challenge that it answers, which the caller must delete
 * @throws Error when the credential is not valid
 */
export async function checkEnrolment(credential: CreatedCredential, party: RelyingParty) {
  const challenge = readChallenge(credential.response.clientDataJSON);
  return { challenge, key: await verifyEnrolment(credential, challenge, party) };
}

/**
 * Verifies a passkey's signature.
 * @returns the new counter, and the signed challenge, which the caller must delete
 * @throws Error when the signature is not valid
 */
export async function checkSignature(credential: SignedCredential, passkey: Passkey, party: RelyingParty) {
  const challenge = readChallenge(credential.response.clientDataJSON);
  return { challenge, counter: await verifySignature(credential, challenge, passkey, party) };
}
