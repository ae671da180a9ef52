import * as v from 'valibot';
import { nowTs } from '../../core/clock.ts';
import { timestampAt } from '../../values/position.ts';
import { OUTBOX_PARTITIONS } from './outbox-item.ts';
import { queryItems } from '../table.ts';

/** The check reads at most this many items of each partition, which costs a few units. Due items are at its beginning. */
const MAX_CHECKED = 100;
/** An item with this many failures has failed for more than a minute, which contention or throttling alone doesn't cause. */
const MIN_FAILURES = 3;

const Item = v.object({ sk: v.string(), attempts: v.number() });

export interface OutboxHealth {
  /** How long the oldest due item has been waiting; 0 when none is due. */
  ageS: number;
  /** Items that fail repeatedly, among the first hundred of each partition. */
  failing: number;
}

/** Call it before work begins: leasing moves items to a later time, so that they seem younger. */
export async function outboxHealth(now = nowTs()): Promise<OutboxHealth> {
  const partitions = await Promise.all(
    OUTBOX_PARTITIONS.map(pk => queryItems({ pk, limit: MAX_CHECKED, consistent: false })),
  );
  const items = partitions.flat().map(item => v.parse(Item, item));
  return {
    ageS: Math.max(0, ...items.map(({ sk }) => now - timestampAt(sk))),
    failing: items.filter(({ attempts }) => attempts >= MIN_FAILURES).length,
  };
}
