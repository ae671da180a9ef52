import { DAY_S } from '../../platform/core/durations.ts';
import * as v from 'valibot';
import { itemKey } from '../../platform/store/item-key.ts';

/** How long an invitation can be accepted. */
export const INVITATION_S = 3 * DAY_S;

/**
 * An invitation lets an author, new or with a forgotten password, choose a password without knowing one. Its secret is in a link, and its hash
 * is the key:
 *   INVITATION#<SHA-256> / invitation {author_id, email, password_changes, expires, by_command}
 * It counts while the author has the email and the number of password changes that it was made under, so the first one of an author that is
 * accepted, or any new password, ends all the others, and a new email ends those that were sent to the old one. Of two requests that
 * accept at the same time, one fails on the author's version, reads again, and finds that the number has changed. A crash leaves a new
 * password and no invitation, or neither. Readers judge the time themselves, because DynamoDB deletes expired items late.
 */
export const invitationKey = itemKey('INVITATION#<SHA-256>', 'invitation', 'invitation', INVITATION_S);

export const Invitation = v.object({
  author_id: v.number(),
  email: v.string(),
  password_changes: v.number(),
  expires: v.number(),
  by_command: v.optional(v.boolean(), false),
});
export type Invitation = v.InferOutput<typeof Invitation>;
