import { effect, untracked } from '@preact/signals';
import { render } from 'preact';
import { messages } from './messages.ts';
import { startRouter } from './router.ts';
import { expectClosing, pendingRequests, watchReturn } from './service/api.ts';
import { me } from './service/me.ts';
import { isSignedOut, readKey, takeLinkedKey } from './service/session.ts';
import { sendWaiting } from './service/waiting.ts';
import { Shell } from './shell/shell.tsx';
import { resume } from './account/resume.ts';
import { SignIn } from './account/sign-in.tsx';
import { attemptQuietly, forgetFailure } from './status.ts';
import { isAnyUnsaved, saveAll } from './story/open.ts';
import { isKeeping } from './journal/kept.ts';
import { part } from './dom.ts';

const RETRY_MS = 3_000;

/** Who is signed in stays on the page while a session is renewed, with all that is open. */
function Desk() {
  if (!me.value) return isSignedOut.value ? <SignInPage /> : <p class="hint empty">{messages.loading}</p>;
  return <Shell />;
}

function SignInPage() {
  return (
    <main class="sign-in-page">
      <SignIn />
    </main>
  );
}

/** Reads who is signed in; a service that doesn't answer is asked again. */
async function begin(): Promise<void> {
  await attemptQuietly(resume);
  if (!me.value && !isSignedOut.value) setTimeout(() => void begin(), RETRY_MS);
}

/** The printed link, opened in a tab with the desk, only changes the fragment: the page isn't loaded again, and what is open stays. */
async function signInByLink(): Promise<void> {
  if (!takeLinkedKey()) return;
  isSignedOut.value = false;
  await begin();
}

/** The session may have been replaced in another tab: goes on if its author is the same. A page that ended it is signed out. */
function resumeAfterRefusal(): void {
  if (isSignedOut.value && me.peek() && readKey() === undefined)
    untracked(() => void resume().catch(() => undefined));
}

startRouter();
effect(resumeAfterRefusal);
addEventListener('hashchange', () => void signInByLink());
effect(() => {
  part('#busy', HTMLElement).hidden = pendingRequests.value === 0;
});
watchReturn(forgetFailure);
document.addEventListener('visibilitychange', saveAll);
addEventListener('online', saveAll);
addEventListener('pagehide', () => {
  expectClosing();
  void sendWaiting(true);
});
addEventListener('beforeunload', event => {
  expectClosing();
  saveAll();
  // What is kept on this computer is sent by the next tab.
  if (isAnyUnsaved() && !isKeeping.value) event.preventDefault();
});
render(<Desk />, part('#desk', HTMLElement));
void begin();
