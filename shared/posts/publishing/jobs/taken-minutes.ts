import { nowTs } from '../../../platform/core/clock.ts';
import { putItem } from '../../../platform/store/put.ts';
import { getItems, keyText, type Key } from '../../../platform/store/table.ts';

/**
 * Notes of the minutes that a publisher has taken: it has sent a message for each second in which posts are due. The sweep waits only
 * for the posts of other minutes, which have no schedule or whose schedule is late. A note is put after the messages are sent, so a
 * publisher that fails before leaves the minute to the sweep. The table deletes a note after an hour.
 */
const LIFE_S = 3600;

function makeMinuteKey(minute: number): Key {
  return { pk: `DUE_MINUTE#${minute}`, sk: 'taken' };
}

/** @param minute the first second of the minute */
export async function markTaken(minute: number): Promise<void> {
  await putItem({ ...makeMinuteKey(minute), expires: Math.max(minute, nowTs()) + LIFE_S });
}

/** @returns those of the minutes that a publisher has taken */
export async function readTaken(minutes: readonly number[]): Promise<ReadonlySet<number>> {
  const items = await getItems(minutes.map(makeMinuteKey), true);
  return new Set(minutes.filter(minute => items.has(keyText(makeMinuteKey(minute)))));
}
