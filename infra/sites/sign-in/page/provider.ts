import { send } from './send.ts';

const PATH = '/api/1.3/sessions/single_sign_on';
/** The key under which the tab stores the page that follows, while the person is at the identity provider. */
const NEXT = 'next';

/** Leads the browser to the identity provider. */
export async function goToProvider(): Promise<void> {
  const { url } = (await send(`${PATH}/options`, {})) as { url: string };
  sessionStorage.setItem(NEXT, new URLSearchParams(location.search).get('next') ?? '');
  location.assign(url);
}

/** What the provider has sent back with the browser: a code, or why there is none. */
export interface Returned {
  code?: string;
  state: string;
  iss?: string;
}

/** Reads what came back from the address, which the caller replaces by `toOwnAddress`. */
export function readReturned(query: string): Returned | undefined {
  const sent = new URLSearchParams(query);
  const [state, code, iss] = ['state', 'code', 'iss'].map(name => sent.get(name));
  if (!state || (!code && !sent.has('error'))) return undefined;
  return { state, ...(code && { code }), ...(iss && { iss }) };
}

/** The address of this page without what came back, and with the page that follows. */
export function toOwnAddress(path: string): string {
  const next = sessionStorage.getItem(NEXT);
  sessionStorage.removeItem(NEXT);
  return next ? `${path}?${new URLSearchParams({ next }).toString()}` : path;
}

/** Begins the session. @throws Error with a message for people */
export async function finishSignIn(returned: Returned): Promise<void> {
  if (returned.code === undefined) throw new Error('The identity provider did not sign you in. Try again.');
  await send(PATH, returned);
}
