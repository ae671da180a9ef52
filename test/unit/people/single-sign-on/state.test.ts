import { afterEach, describe, expect, it } from 'vitest';
import {
  createState,
  readState,
  STATE_S,
  takeState,
  type SignInState,
} from '../../../../shared/people/single-sign-on/state.ts';
import { SingleSignOnRefused } from '../../../../shared/platform/core/errors.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { useEngines } from '../../../support/aws/engines.ts';
import { advanceClock, restoreClock, stopClock } from '../../../support/time/clock.ts';

useEngines();

afterEach(restoreClock);

async function take(state: SignInState): Promise<void> {
  const transaction = new Transaction();
  takeState(transaction, state);
  await transaction.commit();
}

describe('takeState()', () => {
  it('lets one of two transactions commit that have read the same state', async () => {
    const { state, secret } = await createState();
    const [one, other] = [await readState(state, secret), await readState(state, secret)];
    await take(one);

    await expect(take(other)).rejects.toThrow(SingleSignOnRefused);
  });

  it('refuses a state that expires after it was read', async () => {
    stopClock();
    const { state, secret } = await createState();
    const read = await readState(state, secret);
    advanceClock(STATE_S);

    await expect(take(read)).rejects.toThrow(SingleSignOnRefused);
  });
});
