import { logError } from '../../log/log.ts';
import { isUnused } from '../condition.ts';
import { putUnder } from '../put.ts';
import type { Transaction } from '../transaction.ts';
import { auditItem, type AuditedAction } from './entry.ts';

/** Adds the entry of a change to the transaction that makes it. */
export function recordAction(transaction: Transaction, audited: AuditedAction): void {
  transaction.put(auditItem(audited), isUnused);
}

/**
 * Records an action that changes no record: a refused sign-in or second factor, the use of a secret, or a command that only reads. An action
 * that changes a record is recorded in its transaction, by `recordAction`. The actor is that of the request; pass `actor` when the request
 * proved who it is, as a sign-in does. An entry must contain no secret, nor what a caller sent in place of one. Await the call before the
 * answer, because a function may be suspended afterwards. It never throws: if the entry can't be written, this is logged, and the request is
 * answered as before.
 */
export async function recordAlone(audited: AuditedAction): Promise<void> {
  await putUnder(isUnused, auditItem(audited)).catch((error: unknown) =>
    logError('audit entry not written', error, { action: audited.action }),
  );
}

interface Written {
  id: number;
}

/**
 * Adds the entry of a record that is created, edited or deleted. `before` is null for a new record, and `after` for a deleted one.
 * @param others changed fields that are not part of the record
 */
export function recordWrite(
  transaction: Transaction,
  kind: string,
  {
    before,
    after,
    others = [],
  }: { before: Written | null; after: Written | null; others?: readonly string[] },
): void {
  const id = (after ?? before)?.id ?? null;
  if (!before) recordAction(transaction, { action: `${kind}.create`, id });
  else if (!after) recordAction(transaction, { action: `${kind}.delete`, id });
  else
    recordAction(transaction, {
      action: `${kind}.edit`,
      id,
      fields: [...listChanged(before, after), ...others],
    });
}

/** The fields that writes count or date themselves. They are not listed as changed. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['updated_ts', 'password_changes', 'rights_losses']);

/** Lists the names of the fields that differ. */
function listChanged(before: object, after: object): string[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = new Set([...old.keys(), ...now.keys()]);
  return [...names].filter(
    name => !BOOKKEEPING.has(name) && JSON.stringify(old.get(name)) !== JSON.stringify(now.get(name)),
  );
}
