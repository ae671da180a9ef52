import { me, readMe } from '../service/me.ts';
import { isSignedOut } from '../service/session.ts';
import { closeAll, saveAll } from '../story/open.ts';

/** Goes on with what is open after a sign-in. Of another author, the page is loaded again: what is open isn’t theirs to see or to send. */
export async function resume(): Promise<void> {
  const before = me.peek()?.author.id;
  await readMe();
  isSignedOut.value = false;
  if (before === undefined || before === me.peek()?.author.id) {
    saveAll();
    return;
  }
  await closeAll();
  location.reload();
}
