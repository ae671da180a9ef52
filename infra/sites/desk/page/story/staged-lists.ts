import { isSameOrder, mergeOrders } from '../order/merge.ts';
import { api, type Post } from '../service/api.ts';
import { LISTS, type Fields } from './field-edits.ts';

/**
 * A staged list replaces a whole one when it is applied, also one that was changed for readers since the staged change began.
 * @param post with its staged change
 * @returns the staged lists that lack what others changed, with it
 */
export async function mergeStagedLists({
  id,
  version,
  staged_change: staged,
  ...shown
}: Post): Promise<Fields> {
  const names = LISTS.filter(name => staged?.fields.includes(name));
  if (!staged || names.length === 0 || staged.base_version === version) return {};
  const path = { id, version: staged.base_version };
  const [base, live] = await Promise.all([
    // Without the lists from which the staged ones began, nothing can be merged.
    api.editor.getRevision({ path }).catch(() => undefined),
    api.editor.getPost({ path: { id } }),
  ]);
  if (!base) return {};
  const merge = (name: (typeof LISTS)[number]): [string, unknown][] => {
    const merged = mergeOrders<unknown>(base[name], shown[name], live[name]);
    return isSameOrder<unknown>(merged, shown[name]) ? [] : [[name, merged]];
  };
  return Object.fromEntries(names.flatMap(merge));
}
