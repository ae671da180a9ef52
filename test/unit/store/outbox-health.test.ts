import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/core/clock.ts';
import { outboxHealth } from '../../../shared/store/outbox-health.ts';
import { dueAt, nameOf, outboxItem, toItem, withDueTime } from '../../../shared/store/outbox-item.ts';
import { restoreClock, stopClock } from '../../support/clock.ts';
import { mockDatabase } from '../../support/mock-database.ts';

const table = mockDatabase();
beforeEach(() => stopClock());
afterEach(restoreClock);

describe('outboxHealth()', () => {
  const found = (...items: [dueInS: number, attempts: number][]) =>
    table.on(QueryCommand).resolves({
      Items: items.map(([dueInS, attempts]) => toItem({ ...outboxItem('kind', {}, dueInS), attempts })),
    });

  it('returns the age of the oldest due item, and how many items have failed three times', async () => {
    found([-50, 0], [-10, 2], [5, 3], [60, 4]);
    expect(await outboxHealth()).toEqual({ ageS: 50, failing: 2 });
    expect(table.commandCalls(QueryCommand).map(call => call.args[0].input)).toMatchObject([
      { Limit: 100, ConsistentRead: false, ExpressionAttributeValues: { ':pk': 'OUTBOX' } },
    ]);
  });

  it('returns no age when no item is due', async () => {
    found([5, 0]);
    expect(await outboxHealth()).toEqual({ ageS: 0, failing: 0 });
    found();
    expect(await outboxHealth()).toEqual({ ageS: 0, failing: 0 });
  });
});

describe('an outbox item', () => {
  it('is due when the lease of its request expires', () => {
    expect(dueAt(outboxItem('kind', {}))).toBe(nowTs() + 30);
    expect(dueAt(outboxItem('kind', {}, 0))).toBe(nowTs());
  });

  it('keeps its name and its job when its due time changes', () => {
    const item = outboxItem('kind', { id: 1 });
    const moved = withDueTime(5, item);
    expect(moved).toEqual({ ...item, sk: moved.sk });
    expect([dueAt(moved), nameOf(moved)]).toEqual([5, nameOf(item)]);
    expect(nameOf(item)).toMatch(/^[0-9a-f]{8}$/);
    expect(nameOf(item)).not.toBe(nameOf(outboxItem('kind', { id: 1 })));
  });
});
