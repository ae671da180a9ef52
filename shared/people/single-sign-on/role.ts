import { countRightsLoss } from '../authors/authority.ts';
import { keepAdministrator } from '../authors/last-administrator.ts';
import { Authors, type AuthorRecord } from '../authors/record.ts';
import { beginSessionIn, type Begun } from '../sessions/write.ts';
import { Conflict, SingleSignOnRefused } from '../../platform/core/errors.ts';
import type { Client } from '../../platform/http/client.ts';
import { logInfo } from '../../platform/log/log.ts';
import { actAsProcess } from '../../platform/store/audit/actor.ts';
import { recordWrite } from '../../platform/store/audit/record.ts';
import type { Report } from '../../platform/store/outbox/report.ts';
import { editRecord } from '../../platform/store/records/write-entity.ts';
import { takeState, type SignInState } from './state.ts';

/** The values that the transaction of a sign-in writes. */
export interface SignIn {
  state: SignInState;
  client: Client;
  reportBy: (author: { authorId: number }) => Report;
}

/** The actor in the audit trail when a sign-in changes a role or creates an author: the provider decided it, not the person. */
export const ACTOR = 'single sign-on';

/** @throws SingleSignOnRefused */
export function requireActive({ status }: AuthorRecord): void {
  if (status !== 'active') throw new SingleSignOnRefused(`Your account is ${status}`);
}

/**
 * Gives an author the role that the provider chose, and begins a session.
 * @returns undefined when the last active administrator would lose the role; nothing is written then
 * @throws SingleSignOnRefused
 */
export async function beginWithRole(
  id: number,
  role: string,
  { state, client, reportBy }: SignIn,
): Promise<Begun | undefined> {
  let begun: Begun | undefined;
  const report = reportBy({ authorId: id });
  const edit = () =>
    editRecord(Authors, { id, ifMatch: undefined }, async ({ value: before, version, transaction }) => {
      requireActive(before);
      const after = countRightsLoss(before, { ...before, role });
      await keepAdministrator(transaction, { before, after, callerId: id });
      takeState(transaction, state);
      begun = beginSessionIn(transaction, after, client, 'single_sign_on');
      recordWrite(transaction, 'author', { before, after });
      for (const item of await report({ id, version: version + 1, type: 'edit' })) transaction.put(item);
      return after;
    });
  try {
    await actAsProcess(ACTOR, edit);
    return begun;
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    logInfo('the last administrator keeps the role', { authorId: id });
    return undefined;
  }
}
