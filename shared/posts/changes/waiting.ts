import * as v from 'valibot';
import { Change, waitingChangeKey } from '../../platform/store/change-entry.ts';
import { queryItems, type Item, type Key } from '../../platform/store/table.ts';

interface Waiting {
  key: Key;
  change: Change;
}

/** The changes that wait for their numbers, oldest first; all of them without a limit. */
export async function readWaiting(limit?: number): Promise<Waiting[]> {
  const items = await queryItems({
    pk: waitingChangeKey.pk,
    ...(limit !== undefined && { limit }),
    consistent: true,
  });
  return items.map(parseWaiting);
}

const Stored = v.object({
  pk: v.string(),
  sk: v.string(),
  data: v.pipe(v.string(), v.parseJson(), Change),
});

export function parseWaiting(item: Item): Waiting {
  const { data, ...key } = v.parse(Stored, item);
  return { key, change: data };
}
