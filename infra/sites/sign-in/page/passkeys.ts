import { send } from './send.ts';

const PASSKEYS = '/api/1.3/passkeys';

/** Whether the browser takes the options of the service, and makes passkeys for this host: none does for an address such as 127.0.0.1. */
export function hasPasskeys(): boolean {
  const isNamed = !/^[\d.]+$|:/.test(location.hostname);
  return isNamed && 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Signs in with a passkey, for which the browser asks. @throws Error with a message for people */
export async function signInWithPasskey(): Promise<void> {
  const options = await send('/api/1.3/sessions/passkey/options', {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await ask(navigator.credentials.get({ publicKey }));
  await send('/api/1.3/sessions/passkey', { credential });
}

/** Enrols a passkey, which the browser makes. @throws Error with a message for people */
export async function enrolPasskey(name: string): Promise<void> {
  const options = await send(`${PASSKEYS}/options`, {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  await send(PASSKEYS, { name, credential: await ask(navigator.credentials.create({ publicKey })) });
}

/** Browsers throw the same error when the person refuses and when there is no passkey. */
async function ask(asked: Promise<Credential | null>): Promise<unknown> {
  const credential = await asked.catch(() => null);
  if (!(credential instanceof PublicKeyCredential))
    throw new Error('There is no passkey for this, or it was not allowed.');
  return credential.toJSON();
}

export interface Passkey {
  id: number;
  name: string;
}

/** The passkeys of the signed-in person; undefined when nobody is signed in. */
export async function readPasskeys(): Promise<Passkey[] | undefined> {
  const response = await fetch(PASSKEYS);
  return response.ok ? ((await response.json()) as Passkey[]) : undefined;
}

export async function removePasskey(id: number): Promise<void> {
  await send(`${PASSKEYS}/${id}`, undefined, 'DELETE');
}

export async function makeRecoveryCodes(): Promise<string[]> {
  return ((await send('/api/1.3/recovery_codes', {})) as { codes: string[] }).codes;
}

/** Whether the session may do nothing before it enrols a passkey. */
export async function mustEnrol(): Promise<boolean> {
  const response = await fetch('/api/1.3/me');
  if (response.status !== 403) return false;
  return ((await response.json()) as { status?: { code?: string } }).status?.code === 'enrolment_required';
}
