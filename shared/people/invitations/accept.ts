import * as v from 'valibot';
import { password } from '../authors/input.ts';
import { hashPassword } from '../authors/password.ts';
import { requirePasswords } from '../authors/password-rule.ts';
import { Authors, type AuthorRecord } from '../authors/record.ts';
import { putPassword } from '../authors/write.ts';
import { readFactors } from '../factors/record.ts';
import { hashKey } from '../keys/record.ts';
import { beginSession, type Begun } from '../sessions/write.ts';
import { nowTs } from '../../platform/core/clock.ts';
import { InvitationEnded } from '../../platform/core/errors.ts';
import type { Client } from '../../platform/http/client.ts';
import { recordAction } from '../../platform/store/audit/record.ts';
import { editRecord } from '../../platform/store/records/write-entity.ts';
import type { Report } from '../../platform/store/outbox/report.ts';
import { getItem } from '../../platform/store/table.ts';
import { boundedString } from '../../platform/values/bounds.ts';
import { uniqueForm } from '../../platform/values/unique-text.ts';
import { Invitation, invitationKey } from './record.ts';

/**
 * The email is that of the link, so that a link for one account can't pass as one for another. Without a password the invitation is only looked
 * at: people learn that a link has ended before they choose a password.
 */
export const AcceptInput = v.object({
  token: boundedString(64),
  email: boundedString(254),
  password: v.nullable(password),
});
type AcceptInput = v.InferOutput<typeof AcceptInput>;

/**
 * Gives the invited author the chosen password and begins a session. An author with a passkey signs in with it instead: an invitation is no
 * second factor. A crash in between leaves the password, with which the author signs in.
 * @throws InvitationEnded, Forbidden (a site without passwords)
 */
export async function acceptInvitation(
  input: AcceptInput,
  client: Client,
  reportBy: (author: { authorId: number }) => Report,
): Promise<Begun | null> {
  const key = invitationKey(hashKey(input.token));
  const item = await getItem(key, { consistent: true });
  if (!item) throw new InvitationEnded();
  const invitation = v.parse(Invitation, item);
  if (!invitation.by_command) requirePasswords();
  const id = invitation.author_id;
  await requireLasting(invitation, input.email);
  if (input.password === null) return null;
  const hash = await hashPassword(input.password);
  const report = reportBy({ authorId: id });
  const { value } = await editRecord(
    Authors,
    { id, ifMatch: undefined },
    async ({ value: before, version, transaction }) => {
      if (!isFor(invitation, before)) throw new InvitationEnded();
      putPassword(transaction, id, hash);
      transaction.delete(key);
      recordAction(transaction, { action: 'author.accept_invitation', id, fields: ['password'] });
      for (const event of await report({ id, version: version + 1, type: 'edit' })) transaction.put(event);
      return { ...before, password_changes: invitation.password_changes + 1 };
    },
  );
  const { passkeys } = (await readFactors(id)).value;
  return passkeys.length === 0 ? await beginSession(value, client) : null;
}

/** Looks before the slow hash is computed. @throws InvitationEnded */
async function requireLasting(invitation: Invitation, email: string): Promise<void> {
  const isRight = uniqueForm(email) === uniqueForm(invitation.email) && nowTs() < invitation.expires;
  const [author] = isRight ? await Authors.readMany([invitation.author_id], { consistent: true }) : [];
  if (!author || !isFor(invitation, author)) throw new InvitationEnded();
}

/** Whether an author is as it was when it was invited. */
function isFor({ email, password_changes }: Invitation, author: AuthorRecord): boolean {
  return (
    author.status === 'active' &&
    author.email === email &&
    (author.password_changes ?? 0) === password_changes
  );
}
