export interface Invitation {
  token: string;
  email: string;
}

/**
 * The invitation in a link such as `/sign-in/#invite=…&email=…`. A fragment is sent to no server; the caller replaces the address, so that the
 * token is neither in the address bar nor in the history.
 */
export function readInvitation(fragment: string): Invitation | undefined {
  const parts = new URLSearchParams(fragment.slice(1));
  const [token, email] = [parts.get('invite'), parts.get('email')];
  return token && email ? { token, email } : undefined;
}
