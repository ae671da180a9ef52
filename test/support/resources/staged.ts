import { getItem } from '../../../shared/platform/store/table.ts';
import { StagedChanges } from '../../../shared/posts/staged/record.ts';
import type { Api, Call, Reply } from '../api/api.ts';
import { ok } from './posts.ts';

/** The calls of an editor that stages changes. */
export function stagingCalls(api: Api) {
  const put = (id: number, fields: object, call?: Call): Promise<Reply> =>
    api.put(`/editor/posts/${id}`, fields, call);
  const stage = (id: number, fields: object, call?: Call): Promise<any> =>
    ok(put(id, { ...fields, stage: true }, call));
  const open = (id: number, query: Record<string, string> = {}, call: Call = {}): Promise<any> =>
    ok(api.get(`/editor/posts/${id}`, { ...call, query }));
  const openStaged = (id: number, call?: Call): Promise<any> => open(id, { staged: '1' }, call);
  /** The row of the editors' list. */
  const findRow = async (id: number, call: Call = {}): Promise<any> => {
    const rows: any[] = await ok(api.get('/editor/posts', { ...call, query: { limit: 100 } }));
    return rows.find(row => row.id === id);
  };
  /** A key that may write, but not publish. */
  const makeWriter = (): Promise<{ key: string; authorId: number }> => api.makeKey('Guest Writer');
  return { put, stage, open, openStaged, findRow, makeWriter };
}

export async function isStaged(id: number): Promise<boolean> {
  return (await getItem(StagedChanges.key(id), { consistent: true })) !== undefined;
}

export const BODY = '<p>The old bridge is open.</p>';
export const NEW_BODY = '<p>The new bridge is open.</p>';
export const OTHER_BODY = '<p>The bridge is closed.</p>';
export const IN_AN_HOUR_TS = Math.floor(Date.now() / 1000) + 3600;
