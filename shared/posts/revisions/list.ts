import * as v from 'valibot';
import { Authors } from '../../people/authors/record.ts';
import { readsConsistently, type Caller } from '../../platform/http/caller.ts';
import type { Answer } from '../../platform/http/endpoint.ts';
import { idAt, makePosition, type Position } from '../../platform/values/position.ts';
import { queryItems } from '../../platform/store/table.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { mayRead, requireReadable } from '../record/access.ts';
import { readRecord } from '../record/read.ts';
import { CHANGES, PostStatus, readMade, type PostRecord } from '../record/record.ts';
import { parseRevision, revisionKey } from './record.ts';

const maybeNumber = v.nullable(v.number());

/**
 * A replaced version of a post, and how it differs from the version before it. `action` is null where an earlier version of the service made
 * it, `edited_by` also where a job did, which followed from another change.
 */
export const ListedRevision = v.object({
  version: v.number(),
  status: PostStatus,
  headline: v.string(),
  action: v.nullable(v.picklist(CHANGES)),
  edited_by: maybeNumber,
  edited_by_name: v.nullable(v.string()),
  key_id: maybeNumber,
  edited_ts: v.number(),
  changed_fields: v.array(v.string()),
  words_added: v.number(),
  words_removed: v.number(),
});
type ListedRevision = v.InferOutput<typeof ListedRevision>;

interface Page {
  limit: number;
  /** The version before which the page begins. */
  after: Position | undefined;
}

/**
 * The revisions of a post that the caller may read, newest first: a page may have fewer than `limit`. One Query, without their contents.
 * @throws NotFound
 */
export async function listRevisions(
  id: number,
  { limit, after }: Page,
  caller: Caller,
): Promise<Answer<ListedRevision[]>> {
  const consistent = readsConsistently(caller);
  const [items, { value: post }] = await Promise.all([
    queryItems({
      pk: revisionKey.partition(id),
      descending: true,
      consistent,
      limit: limit + 1,
      ...(after !== undefined && { after: revisionKey.sortKey(idAt(after)) }),
    }),
    readRecord(id, { consistent }),
  ]);
  requireReadable(caller, post);
  const page = await Promise.all(items.slice(0, limit).map(parseRevision));
  const shown = page.filter(({ value }) => mayRead(caller, value));
  const makers = shown.flatMap(revision => readMade(revision)?.author_id ?? []);
  const authors = await Authors.known([...new Set(makers)]);
  const last = items.length > limit ? page.at(-1) : undefined;
  return {
    body: shown.map(revision => {
      const listed = toListed(revision);
      return { ...listed, edited_by_name: authors.get(listed.edited_by ?? 0)?.name ?? null };
    }),
    next: last && makePosition(0, last.version),
  };
}

function toListed(revision: Versioned<PostRecord>): Omit<ListedRevision, 'edited_by_name'> {
  const { version, value } = revision;
  const { status, headline, updated_ts } = value;
  const made = readMade(revision);
  return {
    version,
    status,
    headline,
    action: made?.action ?? null,
    edited_by: made?.author_id ?? null,
    key_id: made?.key_id ?? null,
    edited_ts: made?.ts ?? updated_ts,
    changed_fields: made?.fields ?? [],
    words_added: made?.words_added ?? 0,
    words_removed: made?.words_removed ?? 0,
  };
}
