import { afterAll, beforeAll, expect, it } from 'vitest';
import { routeList, type RouteName } from '../../../functions/routes/index.ts';
import { serve } from '../../../functions/runtime/serve.ts';
import { createLambdaContext } from '../../../infra/aws-local/http-api/invocation.ts';
import { configureSite, parseSite } from '../../../shared/platform/site/site.ts';
import type { HttpResult } from '../../../shared/platform/http/event.ts';
import { seedWorst, type NamedRequest } from '../../bench/keyless/worst.ts';
import { restoreClock, stopClock } from '../../support/time/clock.ts';
import { decodedBody } from '../../support/web/decoded.ts';
import { useEngines } from '../../support/aws/engines.ts';
import { httpEvent } from '../../support/web/event.ts';
import { WORST_COSTS, type WorstCost } from '../../support/costs/keyless-costs.ts';
import { measureCost, installMeter } from '../../support/costs/meter.ts';

useEngines();

const TIMEOUT_S = 29;
/** Enough for each limit of a request to take effect. */
const SIZES = { posts: 1_000, privatePosts: 300, authors: 40, sections: 20, tags: 20, badges: 20 };
let requests: NamedRequest[];

afterAll(restoreClock);

beforeAll(async () => {
  configureSite(parseSite({ features: { publicRead: true }, feeds: { fullText: true, items: 100 } }));
  // No cache expires between two requests.
  stopClock();
  installMeter();
  requests = await seedWorst(['prose', 'random text'], SIZES);
});

async function spend({ name, about: _, before, ...sent }: NamedRequest): Promise<WorstCost> {
  const route = routeList.find(row => row.name === name)!;
  const handler = serve(route, (await route.load()).default);
  const event = { method: route.method, path: route.path, ...sent };
  let result: HttpResult;
  await before?.();
  const { calls, examined, bytes } = await measureCost(async () => {
    result = await handler(httpEvent(event), createLambdaContext(name, TIMEOUT_S));
  });
  expect(result!.statusCode).toBeLessThan(500);
  return { calls, examined, readKb: bytes / 1000, answerKb: Buffer.byteLength(decodedBody(result!)) / 1000 };
}

const keyless = routeList.flatMap(({ name, ceilings }) => (ceilings ? [name as RouteName] : []));

it('the table of ceilings has what each route without a key may read and answer', () => {
  expect(Object.keys(WORST_COSTS).sort()).toEqual(keyless.sort());
});

it.each(keyless)(
  '%s reads and answers no more than its ceilings allow when the stored content is the worst',
  async name => {
    const over = [];
    for (const request of requests.filter(candidate => candidate.name === name)) {
      const spent = await spend(request);
      for (const [kind, amount] of Object.entries(spent))
        if (!(amount <= (WORST_COSTS[name]?.[kind as keyof WorstCost] ?? -1)))
          over.push(`${request.about}: ${kind} ${amount}`);
    }
    expect(over).toEqual([]);
  },
);
