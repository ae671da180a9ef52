import { changeFactors } from '../factors/record.ts';
import { SYSTEM } from '../keys/first-admin.ts';
import { recordAction } from '../../platform/store/audit/record.ts';
import { endSessions } from './write.ts';

/**
 * Removes an author's factors, so that a person who lost them can sign in with the password alone and enrol new ones. It ends all sessions,
 * because someone may have found the passkeys. A crash in between leaves sessions, which a repeated call ends.
 */
export async function resetFactors(authorId: number): Promise<void> {
  await changeFactors(authorId, (_factors, transaction) => {
    recordAction(transaction, { action: 'author.reset_factors', id: authorId });
    return { next: { passkeys: [], codes: [] }, result: undefined };
  });
  await endSessions({ ...SYSTEM, authorId });
}
