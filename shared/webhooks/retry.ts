import { backoffS } from '../core/backoff.ts';
import type { Attempt, DeliveryRecord } from './record.ts';

const RETRY_FOR_S = 86_400;

/**
 * Adds an attempt to a delivery. After a failure the delay doubles up to one hour, and the delivery fails a day after its creation. One
 * that waited longer than that behind earlier deliveries gets one attempt; so does a test.
 */
export function addAttempt(delivery: DeliveryRecord, attempt: Attempt): DeliveryRecord {
  const attempts = [...delivery.attempts, attempt];
  if (attempt.error === null) return { ...delivery, attempts, state: 'delivered', next_attempt_ts: null };
  const next = attempt.ts + Math.ceil(attempt.duration_ms / 1000) + backoffS(delivery.attempts.length);
  const over = delivery.action === 'test' || next > delivery.created_ts + RETRY_FOR_S;
  if (over) return { ...delivery, attempts, state: 'failed', next_attempt_ts: null };
  return { ...delivery, attempts, next_attempt_ts: next };
}
