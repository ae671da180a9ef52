import { findPart, onSubmit, showMessage } from './form.ts';
import { enrolPasskey, makeRecoveryCodes, readPasskeys, removePasskey, type Passkey } from './passkeys.ts';

/** Shows what a signed-in person can sign in with. @returns false when nobody is signed in */
export async function showFactors(next: string): Promise<boolean> {
  const passkeys = await readPasskeys();
  if (!passkeys) return false;
  findPart('h1', HTMLElement).textContent = 'Passkeys';
  document.title = document.title.replace('Sign in', 'Passkeys');
  findPart('#next', HTMLAnchorElement).href = next;
  listPasskeys(passkeys);
  onSubmit(findPart('#passkey-form', HTMLFormElement), async ({ name = '' }) => {
    await enrolPasskey(name);
    await renew();
  });
  onSubmit(findPart('#codes-form', HTMLFormElement), async () => {
    findPart('#codes', HTMLElement).textContent = (await makeRecoveryCodes()).join('\n');
  });
  findPart('#factors', HTMLElement).hidden = false;
  return true;
}

async function renew(): Promise<void> {
  listPasskeys((await readPasskeys()) ?? []);
}

function listPasskeys(passkeys: readonly Passkey[]): void {
  findPart('#passkeys', HTMLElement).replaceChildren(...passkeys.map(toEntry));
  findPart('#codes-form', HTMLFormElement).hidden = passkeys.length === 0;
}

function toEntry({ id, name }: Passkey): HTMLLIElement {
  const entry = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Remove';
  button.setAttribute('aria-label', `Remove ${name}`);
  button.addEventListener('click', () => {
    button.disabled = true;
    removePasskey(id)
      .then(renew)
      .catch((error: unknown) => showMessage(error instanceof Error ? error.message : String(error)))
      .finally(() => (button.disabled = false));
  });
  entry.append(name, button);
  return entry;
}
