import { rounds } from '../../support/run/rounds.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { anotherInstance } from '../../support/aws/instance.ts';
import { drawClients, historySeed, SUBJECTS } from './plans.ts';
import { History } from './run.ts';

const api = useApi();
const seed = historySeed();

let other: Awaited<ReturnType<typeof anotherInstance>>;
beforeAll(async () => {
  console.log(`HISTORY_SEED=${seed}`);
  other = await anotherInstance(api);
});
afterAll(() => other.close());

it.each(SUBJECTS)('concurrent calls about %s to two instances are linearizable', async (_title, subject) => {
  let [calls, answered] = [0, 0];
  await fc.assert(
    fc.asyncProperty(drawClients(subject, { most: 6, turns: 10 }), async clients => {
      const history = new History(subject);
      await history.setUp(api);
      await history.runClients([api, other.api], clients);
      await history.survey(api);
      history.requireExplained();
      calls += history.calls.length;
      answered += history.calls.filter(({ reply }) => reply !== undefined).length;
    }),
    { seed, numRuns: rounds(2, 8), plugins: [fc.interruptAfterTimeLimit(120_000)] },
  );
  expect(answered).toBeGreaterThan(calls / 2);
});
