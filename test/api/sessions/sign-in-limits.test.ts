import { afterEach, describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { ok } from '../../support/resources/posts.ts';
import { makeAccount, signIn } from '../../support/resources/sessions.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/time/clock.ts';

const api = useApi();

const DAY_S = 86_400;

afterEach(restoreClock);

describe('POST /api/1.3/sessions after failed attempts', () => {
  it('returns 429 with Retry-After, for an unknown email as for a known one', async () => {
    stopClock();
    const account = await makeAccount(api);
    for (const { email } of [account, { email: 'unknown@example.org' }]) {
      const wrong = { email, password: 'wrong' };
      for (let failed = 0; failed < 5; failed++)
        expectRefused(await signIn(api, wrong), 401, 'sign_in_refused');
      const refused = await signIn(api, { email, password: account.password });
      const message = 'Too many sign-ins have failed: try again in 1 seconds';
      expectRefused(refused, 429, 'too_many_requests', message);
      expect(refused.headers.get('retry-after')).toBe('1');
    }
  });

  it('counts no attempts and refuses no sign-in because the clock was set back', async () => {
    stopClock();
    const account = await makeAccount(api);
    await ok(signIn(api, account));
    advanceClock(-DAY_S);
    await ok(signIn(api, account));
  });
});
