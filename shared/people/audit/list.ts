import * as v from 'valibot';
import { nowTs } from '../../platform/core/clock.ts';
import { DAY_S } from '../../platform/core/durations.ts';
import type { Answer } from '../../platform/http/endpoint.ts';
import { pageFields, pathId, queryInteger, queryText } from '../../platform/http/query.ts';
import { site } from '../../platform/site/site.ts';
import { AuditEntry, auditKey, listMonths } from '../../platform/store/audit/entry.ts';
import { secondsRange } from '../../platform/store/query/scan-range.ts';
import { queryItems } from '../../platform/store/table.ts';
import { POSITION_LENGTH, type Position } from '../../platform/values/position.ts';

/** How many entries a request with a filter reads at most: about a megabyte. */
const MAX_READ = 2_000;

const { limit, cursor } = pageFields(50, 100);
export const AuditQuery = v.object({
  limit,
  cursor,
  since: v.optional(queryInteger),
  until: v.optional(queryInteger),
  author_id: v.optional(pathId),
  resource: v.optional(queryText(50)),
  resource_id: v.optional(pathId),
  action: v.optional(queryText(50)),
});
type AuditQuery = v.InferOutput<typeof AuditQuery>;

/** The sort key of an entry without its token, at which the next page begins. */
const Stored = v.object({ ...AuditEntry.entries, sk: v.string() });
type Stored = v.InferOutput<typeof Stored>;

/**
 * One page of the audit trail, newest first. With a filter a page may have fewer entries than `limit`, or none, while others follow: the
 * filter costs no item of the transactions that write, so entries are read and left out, at most MAX_READ for a request.
 */
export async function listAudit(
  query: AuditQuery,
  after: Position | undefined,
): Promise<Answer<AuditEntry[]>> {
  const read = await readBackwards(query, after);
  const found: Stored[] = [];
  let last: Stored | undefined;
  for (const entry of read.entries) {
    if (found.length === query.limit) return toAnswer(found, last);
    last = entry;
    if (isWanted(entry, query)) found.push(entry);
  }
  return toAnswer(found, read.isComplete ? undefined : last);
}

function toAnswer(found: readonly Stored[], last: Stored | undefined): Answer<AuditEntry[]> {
  return {
    body: found.map(({ sk: _, ...entry }) => entry),
    next: last?.sk.slice(0, POSITION_LENGTH),
  };
}

/** Reads entries month by month, one more than a page has, or MAX_READ where a filter leaves some out. */
async function readBackwards(query: AuditQuery, after: Position | undefined) {
  const kept = nowTs() - site().limits.auditDays * DAY_S;
  const since = Math.max(query.since ?? kept, kept);
  const until = Math.min(query.until ?? nowTs(), nowTs());
  const { low, high } = secondsRange(since, until);
  const upper = after ?? high;
  const most = hasFilter(query) ? MAX_READ : query.limit + 1;
  const entries: Stored[] = [];
  for (const month of listMonths(since, until)) {
    const items = await queryItems({
      pk: auditKey.partition(month),
      between: [low, upper],
      descending: true,
      limit: most - entries.length,
      consistent: true,
    });
    entries.push(...v.parse(v.array(Stored), items));
    if (entries.length >= most) return { entries, isComplete: false };
  }
  return { entries, isComplete: true };
}

function hasFilter({ author_id, resource, resource_id, action }: AuditQuery): boolean {
  return [author_id, resource, resource_id, action].some(value => value !== undefined);
}

function isWanted(entry: AuditEntry, { author_id, resource, resource_id, action }: AuditQuery): boolean {
  return (
    [author_id ?? entry.author_id, resource ?? entry.resource].join() ===
      [entry.author_id, entry.resource].join() &&
    [resource_id ?? entry.resource_id, action ?? entry.action].join() ===
      [entry.resource_id, entry.action].join()
  );
}
