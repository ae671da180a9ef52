import { mayLeave } from '../router.ts';
import { api } from '../service/api.ts';
import { me } from '../service/me.ts';
import { forgetKey, isSignedOut, readKey } from '../service/session.ts';
import { sendWaiting } from '../service/waiting.ts';
import { showError } from '../status.ts';
import { closeAll, sendAll } from '../story/open.ts';

/**
 * Ends the session of this browser, or forgets the key of this tab. What was written and asked for is sent before; what can’t be sent stays on this
 * computer, for its author.
 */
export async function signOut(): Promise<void> {
  if (!mayLeave()) return;
  try {
    await sendWaiting(false);
    await sendAll();
    if (readKey() === undefined) await endSession();
  } catch (error) {
    showError(error);
    return;
  }
  forgetKey();
  const closed = closeAll();
  me.value = undefined;
  isSignedOut.value = true;
  await closed;
}

async function endSession(): Promise<void> {
  const sessions = await api.sessions.list();
  const own = sessions.find(({ is_current }) => is_current);
  if (own) await api.sessions.delete({ path: { id: own.id } });
}
