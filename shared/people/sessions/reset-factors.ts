import { changeFactors } from '../factors/record.ts';
import { SYSTEM } from '../keys/first-admin.ts';
import { recordAction } from '../../platform/store/audit/record.ts';
import { endSessions } from './write.ts';

/**
 * Lets a person who lost passkeys and codes sign in with the password alone, to enrol new ones. All sessions end, since someone may have found the
 * passkeys. A crash in between leaves sessions, which the next try ends.
 */
export async function resetFactors(authorId: number): Promise<void> {
  await changeFactors(authorId, (_factors, transaction) => {
    recordAction(transaction, { action: 'author.reset_factors', id: authorId });
    return { next: { passkeys: [], codes: [] }, result: undefined };
  });
  await endSessions({ ...SYSTEM, authorId });
}
