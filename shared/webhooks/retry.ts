import type { Attempt, DeliveryRecord } from './record.ts';

const FIRST_DELAY_S = 10;
const MAX_DELAY_S = 3600;
const PATIENCE_S = 86_400;

/**
 * A delivery after an attempt: delivered, or to be tried again ever later, each hour at last, for a day; then failed. One that waited
 * for the post's earlier ones for longer than that is tried once. A test says at once how it went.
 */
export function afterAttempt(delivery: DeliveryRecord, attempt: Attempt): DeliveryRecord {
  const attempts = [...delivery.attempts, attempt];
  if (attempt.error === null) return { ...delivery, attempts, state: 'delivered', next_attempt_ts: null };
  const delay = Math.min(MAX_DELAY_S, FIRST_DELAY_S * 2 ** delivery.attempts.length);
  const next = attempt.ts + Math.ceil(attempt.duration_ms / 1000) + delay;
  const over = delivery.action === 'test' || next > delivery.created_ts + PATIENCE_S;
  if (over) return { ...delivery, attempts, state: 'failed', next_attempt_ts: null };
  return { ...delivery, attempts, next_attempt_ts: next };
}
