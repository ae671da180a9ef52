import { nowTs } from '../../../platform/core/clock.ts';
import { HOUR_S, MINUTE_S } from '../../../platform/core/durations.ts';
import { putItem } from '../../../platform/store/put.ts';
import { itemKey } from '../../../platform/store/item-key.ts';
import { getItems, keyText } from '../../../platform/store/table.ts';

/**
 * Notes of the minutes that a publisher has taken: it has sent a message for each second in which posts are due. The sweep waits only
 * for the posts of other minutes, which have no schedule or whose schedule is late. A note is put after the messages are sent, so a
 * publisher that fails before leaves the minute to the sweep. The table deletes a note after an hour.
 */
const LIFE_S = HOUR_S;

export const makeMinuteKey = itemKey('DUE_MINUTE#<number>', 'taken', 'taken minute', LIFE_S + 2 * MINUTE_S);

/** @param minute the first second of the minute */
export async function markTaken(minute: number): Promise<void> {
  await putItem({ ...makeMinuteKey(minute), expires: Math.max(minute, nowTs()) + LIFE_S });
}

/** @returns those of the minutes that a publisher has taken */
export async function readTaken(minutes: readonly number[]): Promise<ReadonlySet<number>> {
  const items = await getItems(minutes.map(makeMinuteKey), { consistent: true });
  return new Set(minutes.filter(minute => items.has(keyText(makeMinuteKey(minute)))));
}
