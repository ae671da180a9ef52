import { expect, it } from 'vitest';
import type { Attempt, DeliveryRecord } from '../../../../shared/posts/webhooks/record.ts';
import { addAttempt } from '../../../../shared/posts/webhooks/worker.ts';

const CREATED = 1_700_000_000;
const DAY_S = 86_400;

function delivery(fields: Partial<DeliveryRecord> = {}): DeliveryRecord {
  return {
    id: 1,
    action: 'post_edit',
    post_id: 2,
    user_id: 3,
    created_ts: CREATED,
    state: 'pending',
    attempts: [],
    next_attempt_ts: CREATED,
    ...fields,
  };
}

function failing(ts: number): Attempt {
  return { ts, http_status: 500, error: 'no', duration_ms: 0 };
}

it('addAttempt() marks a delivery as delivered when the attempt has no error', () => {
  const attempt = { ...failing(CREATED), http_status: 204, error: null };

  expect(addAttempt(delivery(), attempt)).toEqual(
    delivery({ state: 'delivered', attempts: [attempt], next_attempt_ts: null }),
  );
});

it('addAttempt() repeats after 10 seconds, then with growing delays up to an hour, and fails after a day', () => {
  let one = delivery();
  const delays: number[] = [];
  for (let at: number | null = CREATED; at !== null; at = one.next_attempt_ts) {
    one = addAttempt(one, failing(at));
    if (one.next_attempt_ts !== null) delays.push(one.next_attempt_ts - at);
  }

  expect(delays.slice(0, 11)).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
  expect(new Set(delays.slice(9))).toEqual(new Set([3600]));
  expect(one.state).toBe('failed');
  expect(one.attempts).toHaveLength(32);
  expect(one.attempts.at(-1)!.ts - CREATED).toBeLessThanOrEqual(DAY_S);
  expect(one.attempts.at(-1)!.ts - CREATED).toBeGreaterThan(DAY_S - 3600);
});

it('addAttempt() fails a delivery after one attempt when it waited longer than a day', () => {
  expect(addAttempt(delivery(), failing(CREATED + DAY_S + 5))).toMatchObject({
    state: 'failed',
    attempts: [{ http_status: 500 }],
  });
});

it('addAttempt() fails a test after one attempt', () => {
  expect(addAttempt(delivery({ action: 'test' }), failing(CREATED))).toMatchObject({
    state: 'failed',
    next_attempt_ts: null,
  });
});

it('addAttempt() counts a retry’s delay from the end of the attempt', () => {
  const slow = { ...failing(CREATED), duration_ms: 9001 };

  expect(addAttempt(delivery(), slow).next_attempt_ts).toBe(CREATED + 10 + 10);
});

it.each([
  [0, { state: 'pending', next_attempt_ts: CREATED + DAY_S }],
  [1, { state: 'failed', next_attempt_ts: null }],
])('addAttempt() retries up to a day after the creation: %i s from then', (late, expected) => {
  const attempts = Array.from({ length: 9 }, () => failing(CREATED));

  expect(addAttempt(delivery({ attempts }), failing(CREATED + DAY_S - 3600 + late))).toMatchObject(expected);
});
