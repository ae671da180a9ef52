import * as v from 'valibot';
import { nowTs } from '../core/clock.ts';
import { timestampAt } from '../core/position.ts';
import { OUTBOX_PARTITION } from './outbox.ts';
import { queryItems } from './table.ts';

/** One read of at most a few units, however much waits: what is due comes first, and then what soon will be. */
const LOOKED_AT = 100;
/** Over a minute of tries: what contention or a busy table delays doesn't come so far. */
const OFTEN = 3;

const Item = v.object({ sk: v.string(), attempts: v.number() });

export interface OutboxHealth {
  /** How long the oldest due item has been waiting; 0 when none is due. */
  ageS: number;
  /** Items that keep failing, among the first hundred. */
  failing: number;
}

/** Looks before work begins, which leases items and so makes them look young. */
export async function outboxHealth(now = nowTs()): Promise<OutboxHealth> {
  const items = await queryItems({ pk: OUTBOX_PARTITION, limit: LOOKED_AT, consistent: false });
  const parsed = items.map(item => v.parse(Item, item));
  const [first] = parsed;
  return {
    ageS: first ? Math.max(0, now - timestampAt(first.sk)) : 0,
    failing: parsed.filter(({ attempts }) => attempts >= OFTEN).length,
  };
}
