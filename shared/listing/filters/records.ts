import { postKey, PostRecord } from '../../posts/record.ts';
import { parseRecord } from '../../store/record.ts';
import { getItems, keyText } from '../../store/table.ts';

/** Reads the records of posts without contents, in the order of the ids; undefined for a deleted post. One round trip. */
export async function readRecords(
  ids: readonly number[],
  consistent: boolean,
): Promise<(PostRecord | undefined)[]> {
  const items = await getItems(ids.map(postKey), consistent);
  return ids.map(id => {
    const item = items.get(keyText(postKey(id)));
    return item && parseRecord(PostRecord, item).value;
  });
}
