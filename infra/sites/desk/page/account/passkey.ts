import { messages } from '../messages.ts';
import { api } from '../service/api.ts';

/** Signs in with a passkey, for which the browser asks. @throws Error with a message for people */
export async function signInByPasskey(): Promise<void> {
  const options = await api.sessions.passkeyOptions();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  // Browsers tell neither whether a person refused nor that there is no passkey.
  const credential = await navigator.credentials.get({ publicKey }).catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) throw new Error(messages.signIn.noPasskey);
  const { id, response } = credential.toJSON();
  if (!('signature' in response)) throw new Error(messages.signIn.noPasskey);
  const sent = { id, response: { ...response, userHandle: response.userHandle ?? '' } };
  await api.sessions.passkey({ body: { credential: sent }, idempotencyKey: null });
}
