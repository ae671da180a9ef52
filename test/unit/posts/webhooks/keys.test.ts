import { describe, expect, it } from 'vitest';
import * as keys from '../../../../shared/posts/webhooks/keys.ts';
import { headKey, Webhooks } from '../../../../shared/posts/webhooks/record.ts';

const PARTITION = 'WEBHOOK#7';

describe('keys of webhooks', () => {
  it.each([
    ['webhook', Webhooks.key(7), 'WEBHOOKS', '0000000000000007'],
    ['head', headKey, 'WEBHOOKS', 'head'],
    ['secret', keys.secretKey(7), PARTITION, 'secret'],
    ['delivery', keys.deliveryKey(7, 8), PARTITION, 'delivery#0000000000000008'],
    ['queue', keys.deliveryQueueKey(7, 9), PARTITION, 'lane#0000000000000009'],
    ['due queue', keys.dueKey(7, 9, 1_700_000_000), PARTITION, 'due#101700000000#0000000000000009'],
    [
      'entry of a change',
      keys.queueEntryKey(7, 9, { version: 2, id: 8 }),
      PARTITION,
      'queue#0000000000000009#0000000000000002#0000000000000008',
    ],
    [
      'entry of a test, behind those of changes',
      keys.queueEntryKey(7, 9, { id: 8 }),
      PARTITION,
      'queue#0000000000000009#0000000000000008#0000000000000008',
    ],
  ])('keeps the keys of earlier versions for the %s', (_what, key, pk, sk) => {
    expect(key).toEqual({ pk, sk });
  });

  it('puts queue and version of an event into its key, and the delivery into that of a queue entry', () => {
    const sk = keys.eventKey.sortKey(9, 2, 8);
    expect(sk).toBe('0000000000000009#0000000000000002#0000000000000008');
    expect([keys.queueInEvent(sk), keys.versionInEvent(sk)]).toEqual([9, 2]);
    expect(keys.deliveryInEntry(keys.queueEntryKey(7, 9, { id: 8 }).sk)).toBe(8);
  });

  it('covers exactly the entries of a queue by its range', () => {
    const [from, to] = keys.queueEntries(9);
    const isInRange = (queue: number) => {
      const { sk } = keys.queueEntryKey(7, queue, { id: 8 });
      return from <= sk && sk <= to;
    };
    expect([8, 9, 10, 90].map(isInRange)).toEqual([false, true, false, false]);
  });

  it('lets the items of webhooks expire after thirty days', () => {
    expect(keys.expiringAt(1000)).toEqual({ expires: 1000 + 30 * 86_400 });
  });
});
