import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { nowTs } from '../../core/clock.ts';
import { DAY_S } from '../../core/durations.ts';
import { newId } from '../../core/ids.ts';
import { currentTrace } from '../../log/trace.ts';
import { MAX_AUDIT_DAYS } from '../../site/site-schema.ts';
import { site } from '../../site/site.ts';
import { toMonth, toMonthStart } from '../../values/dates.ts';
import { makePosition } from '../../values/position.ts';
import { itemKey } from '../item-key.ts';
import type { Item } from '../table.ts';
import type { AuditAction } from './actions.ts';
import { Actor, currentActor } from './actor.ts';

/**
 * An entry of the audit trail says who did what, and when. It is put in the transaction that does it.
 *   of a month     AUDIT#<month> / <position>#<token> {id, created_ts, actor…, action, resource, resource_id, fields, request_id, expires}
 * The trail is read backwards from a time, one month after another, and filtered while it is read, so that filters need no additional items in
 * the transactions that write (people/audit/list.ts). Entries are only added. Each is put under its own new key, so that two simultaneous
 * writers never conflict. Policies allow no function to update or delete an entry; only its time to live ends it. A crash leaves both the change
 * and its entry, or neither. An entry is put on its own only when no record is changed.
 */
export const auditKey = itemKey(
  'AUDIT#<month>',
  '<position>#<token>',
  'entry of the audit trail',
  MAX_AUDIT_DAYS * DAY_S,
);
export const AuditEntry = v.object({
  id: v.string(),
  created_ts: v.number(),
  ...Actor.entries,
  action: v.string(),
  resource: v.string(),
  resource_id: v.nullable(v.number()),
  fields: v.array(v.string()),
  request_id: v.nullable(v.string()),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

/** An action and the resource that it was done to. */
export interface AuditedAction {
  action: AuditAction;
  /** The resource's id; null where it has none. */
  id: number | null;
  /** The names of the fields that changed, never their values. */
  fields?: readonly string[];
  /** The actor, if it is not that of the request, such as the author whom a sign-in proves. */
  actor?: Actor;
}

/** Lists the months between two times, the latest first. */
export function listMonths(since: number, until: number): string[] {
  const months: string[] = [];
  for (let ts = until; ts >= since; ts = toMonthStart(toMonth(ts)) - 1) months.push(toMonth(ts));
  return months;
}

export function auditItem({ action, id, fields = [], actor = currentActor() }: AuditedAction): Item {
  const now = nowTs();
  const [number, token] = [newId(), randomUUID().slice(0, 8)];
  const { requestId, correlationId } = currentTrace();
  const entry: AuditEntry = {
    id: `${number}-${token}`,
    created_ts: now,
    ...actor,
    action,
    resource: action.slice(0, action.indexOf('.')),
    resource_id: id,
    fields: [...fields],
    request_id: correlationId ?? requestId ?? null,
  };
  const expires = now + site().limits.auditDays * DAY_S;
  return { ...auditKey(toMonth(now), makePosition(now, number), token), ...entry, expires };
}
