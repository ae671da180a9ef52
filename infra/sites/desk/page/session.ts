import { createSessionClient, type Session } from './connection.ts';
import { element, field } from './dom.ts';
import { takeKeyFromLink } from './key-link.ts';
import { whileRunning, attempt } from './status.ts';

/** In sessionStorage, which ends with the tab, because a key is a password. */
const STORED = 'broadsheet.desk';

export function storedSession(): Session | undefined {
  const key = takeKeyFromLink();
  if (key !== undefined) storeSession({ url: location.origin, key });
  return readSession();
}

function storeSession({ url, key }: Session): void {
  sessionStorage.setItem(STORED, `${url}\n${key}`);
}

function readSession(): Session | undefined {
  const parts = sessionStorage.getItem(STORED)?.split('\n');
  const [url, key] = parts ?? [];
  return url && key ? { url, key } : undefined;
}

export function forgetSession(): void {
  sessionStorage.removeItem(STORED);
}

/** A form for the service's URL and a key, which are verified. */
export function signIn(suggested: string, onSignedIn: (session: Session) => void): HTMLElement {
  const url = element('input', { type: 'url', required: true, value: suggested, name: 'url' });
  const key = element('input', { type: 'password', required: true, name: 'key', autocomplete: 'off' });
  const enter = async (): Promise<void> => {
    const session = { url: url.value.replace(/\/+$/, ''), key: key.value.trim() };
    const isDone = await attempt('Signed in.', () =>
      createSessionClient(session).drafts.list({ query: { limit: 1 } }),
    );
    if (!isDone) return;
    storeSession(session);
    onSignedIn(session);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void whileRunning(form, enter);
  };
  const form = element(
    'form',
    { class: 'sign-in', on: { submit } },
    element('h2', {}, 'Sign in'),
    field('Address of the service', url),
    field('API key', key),
    element('button', { type: 'submit' }, 'Sign in'),
  );
  return form;
}
