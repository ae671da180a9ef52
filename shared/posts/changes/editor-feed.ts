import * as v from 'valibot';
import type { Caller } from '../../platform/http/caller.ts';
import { GONE, type Change } from '../../platform/store/change-entry.ts';
import { mayRead } from '../record/access.ts';
import { PostStatus } from '../record/record.ts';
import { STAGED } from '../staged/change.ts';
import { mayReadStaged } from '../staged/read.ts';
import { feedFields, type ChangesQuery } from './input.ts';
import { LOG } from './log.ts';
import { readFeed } from './read.ts';

const EditorChange = v.object({
  kind: v.string(),
  id: v.number(),
  version: v.number(),
  state: v.nullable(v.string()),
  who: v.nullable(v.number()),
  ts: v.number(),
});
type EditorChange = v.InferOutput<typeof EditorChange>;

export const EditorChanges = v.object({ changes: v.array(EditorChange), ...feedFields });

/** The changes behind a cursor that the caller may know of. @throws CursorExpired */
export async function listChanges(
  query: ChangesQuery,
  caller: Caller,
): Promise<v.InferOutput<typeof EditorChanges>> {
  const { changes, ...others } = await readFeed(LOG.all, query);
  return { changes: changes.flatMap(change => presentChange(change, caller)), ...others };
}

/**
 * Of a post that the caller may not see, only that it is gone, and only where it might see it before: the states and authors in the entry
 * decide, so that no record is read.
 */
function presentChange(change: Change, caller: Caller): EditorChange[] {
  const { kind, id, version, state, who, ts, was, authors = [], former_authors = authors } = change;
  if (kind === STAGED)
    return mayReadStaged(caller, { roar_author_ids: authors }) ? [{ kind, id, version, state, who, ts }] : [];
  const sees = (status: string | null | undefined, roar_author_ids: number[]): boolean =>
    v.is(PostStatus, status) && mayRead(caller, { status, roar_author_ids });
  if (was === undefined || sees(state, authors)) return [{ kind, id, version, state, who, ts }];
  return sees(was, former_authors) ? [{ kind, id, version, state: GONE, who: null, ts }] : [];
}
