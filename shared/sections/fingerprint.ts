import { createHash } from 'node:crypto';
import type { Versioned } from '../store/record.ts';
import type { SectionRecord } from './record.ts';

/**
 * Reveals a torn read of all sections. DynamoDB applies a committed transaction item by item, and a Query may run in between:
 *
 *   writer   … committed   head applied                         record applied
 *   reader                              head (new), record (old)
 *
 * A post computed from that would pass the version guard, which has the new rev, and the cache would keep the read for seconds. So
 * the head stores this fingerprint of the ids and versions of all records that belong to it.
 */
export function fingerprintOf(records: Iterable<Versioned<SectionRecord>>): string {
  const lines = Array.from(records, ({ value, version }) => `${value.id}:${version}`).sort();
  return createHash('sha256').update(lines.join()).digest('base64url').slice(0, 16);
}
