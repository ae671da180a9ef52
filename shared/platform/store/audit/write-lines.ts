import * as v from 'valibot';
import { writeLine } from '../../log/log.ts';
import { getItems, keyText, type Key } from '../table.ts';
import { AuditEntry, auditKey } from './entry.ts';

/** The start of the partitions of the audit trail, which the filter of the table's stream lets through. */
export const AUDIT_PREFIX = auditKey.partitions.replace('*', '');

export function isAuditKey({ pk }: Key): boolean {
  return pk.startsWith(AUDIT_PREFIX);
}

/**
 * Writes these entries to the log, one JSON line each, whatever the log level, so that a subscription of the log group hands them to a
 * SIEM. The stream has only keys. If an invocation fails afterwards and is retried, it writes its entries again, with the same `id`.
 */
export async function writeAuditLines(keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return;
  const items = await getItems(keys, { consistent: true });
  for (const key of keys) {
    const item = items.get(keyText(key));
    if (item) writeLine({ level: 'info', message: 'audit', ...v.parse(AuditEntry, item) });
  }
}
