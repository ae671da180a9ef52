import { expect, it } from 'vitest';
import { Conflict } from '../../../../shared/platform/core/errors.ts';
import { database } from '../../../../shared/platform/store/client.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';
import { hasVersion, isNew } from '../../../../shared/platform/store/condition.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { claim } from '../../../../shared/platform/store/records/unique.ts';
import { useEngines } from '../../../support/aws/engines.ts';

// The SDK's own retries need the SDK's requests.
process.env.ENGINES_OVER_HTTP = 'yes';
useEngines();

/** Lets the first request reach the engine and loses its answer. */
function loseFirstAnswer(): () => number {
  let requests = 0;
  database().middlewareStack.add(
    next => async args => {
      const answer = await next(args);
      if (++requests === 1) throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      return answer;
    },
    // Inside the SDK's own retries.
    { step: 'deserialize', name: 'lose', override: true, priority: 'high' },
  );
  return () => requests;
}

it('a transaction commits once when the answer of its first attempt is lost', async () => {
  const key = { pk: 'lost', sk: 's' };
  const requests = loseFirstAnswer();
  const transaction = new Transaction().put({ ...key, version: 1 }, isNew);
  claim(transaction, 'url', { from: null, to: 'lost', id: 1, taken: () => new Conflict('taken') });
  await transaction.commit();
  expect(requests()).toBe(2);
  expect(await getItem(key, { consistent: true })).toMatchObject({ version: 1 });

  const again = loseFirstAnswer();
  await new Transaction().put({ ...key, version: 2 }, hasVersion(1)).commit();
  expect(again()).toBe(2);
  expect(await getItem(key, { consistent: true })).toMatchObject({ version: 2 });
  database().middlewareStack.remove('lose');
});
