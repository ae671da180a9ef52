import { requirePasswords } from '../authors/password-rule.ts';
import { Authors } from '../authors/record.ts';
import { toSignInPage } from '../factors/relying-party.ts';
import { hashKey } from '../keys/record.ts';
import { newKey } from '../keys/write.ts';
import { nowTs } from '../../platform/core/clock.ts';
import { Conflict } from '../../platform/core/errors.ts';
import { recordAction } from '../../platform/store/audit/record.ts';
import { requireRecentSignIn, type Caller } from '../../platform/http/caller.ts';
import type { Report } from '../../platform/store/outbox/report.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { INVITATION_S, invitationKey } from './record.ts';

/** The author whom an invitation is for, without whom it could not be accepted. @throws NotFound, Conflict */
async function readInvited(id: number) {
  const { value: author, version } = await Authors.read(id, { consistent: true });
  if (author.status !== 'active') throw new Conflict(`The author is ${author.status}`);
  if (!author.email) throw new Conflict('The author has no email, with which people sign in');
  return { ...author, email: author.email, version };
}

/**
 * `isByCommand`: of the command line, by which the first administrator gets in also where the site forbids passwords.
 * @throws NotFound, Conflict, SignInTooOld, Forbidden (a site without passwords)
 */
export async function inviteAuthor(
  id: number,
  caller: Caller,
  { isByCommand = false } = {},
): Promise<{ token: string; email: string; expires_ts: number }> {
  if (!isByCommand) requirePasswords();
  requireRecentSignIn(caller);
  const { email, password_changes = 0 } = await readInvited(id);
  const token = newKey();
  const expires = nowTs() + INVITATION_S;
  const invitation = { author_id: id, email, password_changes, expires, by_command: isByCommand };
  const transaction = new Transaction().put({ ...invitationKey(hashKey(token)), ...invitation });
  recordAction(transaction, { action: 'author.invite', id });
  await transaction.commitCreation();
  return { token, email, expires_ts: expires };
}

/**
 * Asks the receivers of webhooks to invite the author: each gets an invitation with its own key and sends it.
 * @throws NotFound, Conflict, Forbidden (a site without passwords)
 */
export async function requestInvitation(id: number, report: Report): Promise<void> {
  requirePasswords();
  const { version } = await readInvited(id);
  const items = await report({ id, version, type: 'invite' });
  if (items.length === 0) throw new Conflict('No active webhook has the action site_change');
  const transaction = new Transaction();
  for (const item of items) transaction.put(item);
  recordAction(transaction, { action: 'author.invite', id });
  await transaction.commitCreation();
}

/** The page's link: browsers send its fragment, which has the secret, to no server. `host`: of the service, with its port. */
export function toInvitationLink(host: string, { token, email }: { token: string; email: string }): string {
  return `${toSignInPage(host)}#invite=${token}&email=${encodeURIComponent(email)}`;
}
