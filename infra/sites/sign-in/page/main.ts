import { showFactors } from './factors.ts';
import { findPart, onSubmit, showMessage } from './form.ts';
import { readInvitation, type Invitation } from './invitation.ts';
import { toNextAddress } from './next.ts';
import { hasPasskeys, mustEnrol, signInWithPasskey } from './passkeys.ts';
import { finishSignIn, goToProvider, readReturned, toOwnAddress, type Returned } from './provider.ts';
import { Refusal, send } from './send.ts';

/** The fragment that shows what a signed-in person can sign in with. */
const FACTORS = '#factors';

function readNext(): string {
  return toNextAddress(location.search, location.origin);
}

/** Leaves the page, without an entry in the history that would show the form again, unless a passkey must be enrolled first. */
async function leavePage(): Promise<void> {
  if (!(await mustEnrol())) {
    location.replace(readNext());
    return;
  }
  for (const form of document.forms) form.hidden = true;
  findPart('#passkey-form', HTMLFormElement).hidden = false;
  await showFactors(readNext());
}

function showPasskeyButton(): void {
  const form = findPart('#sign-in-passkey', HTMLFormElement);
  form.hidden = !hasPasskeys();
  onSubmit(form, async () => {
    await signInWithPasskey();
    await leavePage();
  });
}

function showProviderButton(): void {
  const form = findPart('#sign-in-provider', HTMLFormElement);
  form.hidden = document.body.dataset.singleSignOn === undefined;
  onSubmit(form, goToProvider);
}

function showForms(): void {
  showPasskeyButton();
  showProviderButton();
  if (document.body.dataset.withoutPasswords === undefined) showPasswordForm();
}

function showPasswordForm(): void {
  const form = findPart('#password-form', HTMLFormElement);
  onSubmit(form, async ({ email, password, recovery_code }) => {
    await send('/api/1.3/sessions', { email, password, ...(recovery_code && { recovery_code }) });
    await leavePage();
  });
  form.hidden = false;
  findPart('#email', HTMLInputElement).focus();
}

function showInvitation({ token, email }: Invitation): void {
  const form = findPart('#invitation-form', HTMLFormElement);
  const looked = lookAtInvitation({ token, email }, form);
  onSubmit(form, async ({ password }) => {
    await looked;
    const answer = await send('/api/1.3/invitations', { token, email, password });
    if ((answer as { session: unknown }).session !== null) await leavePage();
    else askToSignIn(form, 'The password is set. Sign in with your passkey.');
  });
  document.title = document.title.replace('Sign in', 'Choose a password');
  findPart('h1', HTMLElement).textContent = 'Choose a password';
  findPart('#invited-email', HTMLInputElement).value = email;
  form.hidden = false;
  findPart('#new-password', HTMLInputElement).focus();
}

/** Reports that a link has ended before the person chooses a password. Other failures are reported when the password is sent. */
async function lookAtInvitation(invitation: Invitation, form: HTMLFormElement): Promise<void> {
  try {
    await send('/api/1.3/invitations', { ...invitation, password: null });
  } catch (error) {
    const hasEnded = error instanceof Refusal && (error.status === 410 || error.status === 403);
    if (hasEnded) askToSignIn(form, error.message);
  }
}

/** The link is used up: its author has a password now, but may still need a passkey. */
function askToSignIn(form: HTMLFormElement, message: string): void {
  form.hidden = true;
  document.title = document.title.replace('Choose a password', 'Sign in');
  findPart('h1', HTMLElement).textContent = 'Sign in';
  showForms();
  showMessage(message);
}

/**
 * Finishes the sign-in with what the identity provider has sent back. It is valid once, so it stays neither in the address nor in the
 * history.
 */
async function showReturned(returned: Returned): Promise<void> {
  history.replaceState(null, '', toOwnAddress(location.pathname));
  try {
    await finishSignIn(returned);
    await leavePage();
  } catch (error) {
    showForms();
    showMessage(error instanceof Error ? error.message : String(error));
  }
}

async function show(): Promise<void> {
  const { hash } = location;
  const returned = readReturned(location.search);
  if (returned) {
    await showReturned(returned);
    return;
  }
  const invitation = readInvitation(hash);
  if (hash !== '' && hash !== FACTORS) history.replaceState(null, '', location.pathname + location.search);
  if (invitation) showInvitation(invitation);
  else if (hash !== FACTORS || !(await showFactors(readNext()))) showForms();
}

// A link that is opened while this page is shown only changes the fragment.
addEventListener('hashchange', () => {
  if (location.hash !== '') location.reload();
});
void show();
