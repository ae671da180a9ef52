import { expect, test } from 'vitest';
import { definition, validate } from '../../../../infra/local/scheduler/definition.ts';
import { firstDueMs, nextDueMs } from '../../../../infra/local/scheduler/schedule.ts';
import { scheduleInput } from './harness.ts';

const MINUTE_MS = 60_000;
const created = 1_000 * MINUTE_MS;

const recurring = (EndDate?: number, StartDate?: number) =>
  validate(definition, { ...scheduleInput(), ScheduleExpression: 'rate(1 minute)', EndDate, StartDate });
const next = (nowMs: number, endMinute?: number) =>
  nextDueMs(
    {
      definition: recurring(endMinute === undefined ? undefined : endMinute * 60),
      createdMs: created,
      modifiedMs: created,
      dueMs: created,
    },
    nowMs,
  );

test('a recurring schedule is due at once, or at its start', () => {
  expect(firstDueMs(recurring(), created)).toBe(created);
  expect(firstDueMs(recurring(undefined, 1_010 * 60), created)).toBe(created + 10 * MINUTE_MS);
});

test('a recurring schedule keeps to the beat of its start, however long a run took', () => {
  expect(next(created)).toBe(created + MINUTE_MS);
  expect(next(created + 59_999)).toBe(created + MINUTE_MS);
  expect(next(created + MINUTE_MS)).toBe(created + 2 * MINUTE_MS);
});

test('a recurring schedule does not make up for rounds missed', () => {
  expect(next(created + 100.5 * MINUTE_MS)).toBe(created + 101 * MINUTE_MS);
});

test('a recurring schedule is complete at its end', () => {
  expect(next(created + MINUTE_MS, 1_003)).toBe(created + 2 * MINUTE_MS);
  expect(next(created + 2 * MINUTE_MS, 1_003)).toBeNull();
});
