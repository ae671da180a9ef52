import { createHash } from 'node:crypto';
import type { Versioned } from '../store/record.ts';
import type { SectionRecord } from './record.ts';

/**
 * What tells a whole reading of all sections from a torn one. DynamoDB applies a committed transaction item by item, and a Query
 * may come between:
 *
 *   writer   … committed   head applied                         record applied
 *   reader                              head (new), record (old)
 *
 * A post judged by that would pass the fence, which shows the new rev, with sections that never were; and the reading is kept for
 * some seconds. So the head names what belongs to it: this fingerprint of all ids and versions.
 */
export function fingerprintOf(records: Iterable<Versioned<SectionRecord>>): string {
  const lines = Array.from(records, ({ value, version }) => `${value.id}:${version}`).sort();
  return createHash('sha256').update(lines.join()).digest('base64url').slice(0, 16);
}
