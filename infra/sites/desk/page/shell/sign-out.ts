import { mayLeave } from '../router.ts';
import { api } from '../service/api.ts';
import { me } from '../service/me.ts';
import { forgetKey, isSignedOut, readKey } from '../service/session.ts';
import { showError } from '../status.ts';

/** Ends the session of this browser, or forgets the key of this tab. What is unsent stays on this computer, for its author. */
export async function signOut(): Promise<void> {
  if (!mayLeave()) return;
  try {
    if (readKey() === undefined) await endSession();
  } catch (error) {
    showError(error);
    return;
  }
  forgetKey();
  me.value = undefined;
  isSignedOut.value = true;
}

async function endSession(): Promise<void> {
  const sessions = await api.sessions.list();
  const own = sessions.find(({ is_current }) => is_current);
  if (own) await api.sessions.delete({ path: { id: own.id } });
}
