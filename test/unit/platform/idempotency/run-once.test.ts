import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nowMs, nowTs } from '../../../../shared/platform/core/clock.ts';
import {
  Conflict,
  IdempotencyInProgress,
  IdempotencyKeyReused,
} from '../../../../shared/platform/core/errors.ts';
import type { Answer } from '../../../../shared/platform/http/endpoint.ts';
import {
  requestItem,
  requestKey,
  type StoredRequest,
} from '../../../../shared/platform/idempotency/record.ts';
import { runOnce } from '../../../../shared/platform/idempotency/run-once.ts';
import { withLayer } from '../../../support/aws/with-layer.ts';
import { putItem } from '../../../../shared/platform/store/put.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { restoreClock, stopClock } from '../../../support/time/clock.ts';
import { useEngines } from '../../../support/aws/engines.ts';
import { dyingAfter, withFaults } from '../../../support/aws/faults.ts';

useEngines();

let pk = '';
const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined);

beforeEach(() => {
  pk = `IDEMPOTENCY#${randomUUID()}`;
  lines.mockClear();
  stopClock();
});
afterEach(() => {
  restoreClock();
});

const ANSWER: Answer<unknown> = { body: { id: 1 }, version: 1 };

/** Runs a request that writes one record. */
function request(run: () => Promise<Answer<unknown>> = write): Promise<Answer<unknown>> {
  return runOnce({ pk, fingerprint: 'f' }, {}, run);
}

async function write(): Promise<Answer<unknown>> {
  await new Transaction().put({ pk, sk: 'record' }).commitCreation();
  return ANSWER;
}

/** Stores what an earlier request left under the key. */
async function leave(more: Partial<StoredRequest>): Promise<void> {
  const stored: StoredRequest = {
    state: 'working',
    token: 'earlier',
    fingerprint: 'f',
    until: nowTs() + 60,
    parts: 0,
    ...more,
  };
  await putItem(requestItem(pk, stored, nowTs()));
}

function logged(): unknown[] {
  return lines.mock.calls.map(([line]): unknown => JSON.parse(String(line)));
}

describe('runOnce()', () => {
  it('stores the answer with its request, and reads it consistently', async () => {
    expect(await request()).toEqual(ANSWER);
    const reads: unknown[] = [];
    const run = vi.fn(write);
    const answer = await withLayer(
      async ({ input }, next) => {
        reads.push(JSON.stringify(input).includes('"ConsistentRead":true'));
        return await next();
      },
      () => request(run),
    );
    expect(answer).toEqual({ ...ANSWER, replayed: true });
    expect(run).not.toHaveBeenCalled();
    // The put of the claim, which is refused, the request's item, and the parts of its answer.
    expect(reads).toEqual([false, true, true]);
  });

  it('runs again after a failure that wrote nothing', async () => {
    await expect(request(() => Promise.reject(new Conflict('Taken')))).rejects.toThrow('Taken');
    expect(await getItem(requestKey(pk), { consistent: true })).toBeUndefined();
    expect(await request()).toEqual(ANSWER);
  });

  it('keeps its claim after a failure that followed a write', async () => {
    const failing = async (): Promise<never> => {
      await write();
      throw new Error('Too late');
    };
    await expect(request(failing)).rejects.toThrow('Too late');
    expect(await getItem(requestKey(pk), { consistent: true })).toMatchObject({ state: 'made' });
    expect(logged()).toEqual([]);
    await expect(request()).rejects.toThrow(IdempotencyInProgress);
  });

  it('throws the failure of its own claim', async () => {
    let calls = 0;
    const failing = () => {
      if (++calls === 1) throw new Error('no answer');
    };
    await expect(withFaults(failing, () => request())).rejects.toThrow('no answer');
  });

  it('throws the failure of the request when the claim cannot be released, and logs that', async () => {
    const failed = withFaults(dyingAfter(1), () => request(() => Promise.reject(new Conflict('Taken'))));
    await expect(failed).rejects.toThrow('Taken');
    expect(logged()).toMatchObject([{ message: 'idempotency key not released' }]);
    await expect(request()).rejects.toThrow(IdempotencyInProgress);
  });

  it('answers when the answer cannot be stored, and logs that', async () => {
    expect(await withFaults(dyingAfter(2), () => request())).toEqual(ANSWER);
    expect(logged()).toMatchObject([{ message: 'answer not stored' }]);
  });

  it('writes nothing when another request has taken over its claim', async () => {
    const slow = request(async () => {
      await leave({ token: 'other' });
      return await write();
    });
    await expect(slow).rejects.toThrow(IdempotencyInProgress);
    expect(await getItem({ pk, sk: 'record' }, { consistent: true })).toBeUndefined();
    expect(await getItem(requestKey(pk), { consistent: true })).toMatchObject({ token: 'other' });
    expect(logged()).toMatchObject([{ error: { name: 'IdempotencyInProgress' } }]);
  });

  it('stores no answer under a claim that another request has taken over, but returns it', async () => {
    const slow = request(async () => {
      const answer = await write();
      await leave({ token: 'other' });
      return answer;
    });
    expect(await slow).toEqual(ANSWER);
    expect(await getItem(requestKey(pk), { consistent: true })).toMatchObject({
      token: 'other',
      state: 'working',
    });
    expect(logged()).toMatchObject([{ message: 'answer not stored' }]);
  });

  it('keeps its claim when its transaction has committed, but only the answer was lost', async () => {
    const losing = async (): Promise<never> => {
      const claim = await getItem(requestKey(pk), { consistent: true });
      await putItem({ ...claim, ...requestKey(pk), state: 'made' });
      throw new Error('The connection is lost');
    };
    await expect(request(losing)).rejects.toThrow('connection is lost');
    expect(await getItem(requestKey(pk), { consistent: true })).toMatchObject({ state: 'made' });
    expect(logged()).toMatchObject([{ message: 'idempotency key not released' }]);
  });
});

describe('runOnce() of a key that another request has claimed', () => {
  it('throws IdempotencyInProgress when the claim is released before it is read', async () => {
    await leave({});
    let calls = 0;
    const read = withFaults(
      async () => {
        if (++calls === 2) await new Transaction().delete(requestKey(pk)).commit();
      },
      () => request(),
    );
    await expect(read).rejects.toThrow(IdempotencyInProgress);
  });

  it('throws IdempotencyInProgress when the lease expires before the claim is read', async () => {
    await leave({ until: nowMs() / 1000 });
    let calls = 0;
    const expiring = () => {
      if (++calls === 2) stopClock(1);
    };
    await expect(withFaults(expiring, () => request())).rejects.toThrow(IdempotencyInProgress);
  });

  it('runs when the lease of the same request has expired', async () => {
    await leave({ until: nowMs() / 1000 });
    await expect(request()).rejects.toThrow(IdempotencyInProgress);
    await leave({ until: nowTs() - 1, fingerprint: 'other' });
    await expect(request()).rejects.toThrow(IdempotencyKeyReused);
    await leave({ until: nowTs() - 1 });
    expect(await request()).toEqual(ANSWER);
  });

  it('runs when a clock that was ahead has claimed the key', async () => {
    await leave({ until: nowTs() + 71 });
    expect(await request()).toEqual(ANSWER);
  });

  it('runs when the claim has expired, although DynamoDB has not deleted it yet', async () => {
    await leave({ state: 'answered', fingerprint: 'other' });
    await putItem({
      ...(await getItem(requestKey(pk), { consistent: true })),
      ...requestKey(pk),
      expires: nowTs() - 1,
    });
    expect(await request()).toEqual(ANSWER);
  });

  it('throws Conflict when a record was written and the function ended without an answer', async () => {
    await leave({ state: 'made', until: nowMs() / 1000 });
    await expect(request()).rejects.toThrow(IdempotencyInProgress);
    for (const until of [nowTs() - 1, nowTs() + 71]) {
      await leave({ state: 'made', until });
      await expect(request()).rejects.toThrow('its answer is lost');
    }
  });
});
