import { beforeAll, expect, it } from 'vitest';
import { routes, type RouteName } from '../../../functions/routes/index.ts';
import { useApi } from '../../support/api/api.ts';
import { AUTOSAVE_HOUR_WRITES, COSTS, type Cost } from '../../../infra/sites/reference/costs.ts';
import { meterFunctions } from '../../support/costs/metered.ts';
import { installMeter } from '../../support/costs/meter.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { ARTICLE, REQUESTS } from '../../support/api/requests.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/time/clock.ts';

const { functions, lastCost } = meterFunctions();
const api = useApi({}, functions);

beforeAll(async () => {
  installMeter();
  await makeSection(api, { url: 'budget' });
  // Each list has ten items to return.
  for (let count = 0; count < 10; count++) {
    await makePost(api, ARTICLE);
    await makeDraft(api, ARTICLE);
  }
});

/** The cost of the second of two equal requests. The clock is stopped so that no cache expires between them. */
async function warmCost(name: RouteName): Promise<Cost> {
  stopClock();
  try {
    await send(name);
    return await send(name);
  } finally {
    restoreClock();
  }
}

async function send(name: RouteName): Promise<Cost> {
  const [method, path, body, call] = await REQUESTS[name]!(api);
  // The preparation may have changed a section: let the process reload the sections before the measured request.
  await ok(api.get('/posts?limit=1'));
  await ok(api.send(method, path, { body, ...call }));
  return lastCost();
}

const NAMES = Object.keys(routes) as RouteName[];

it('the table of budgets has a budget and a request for every endpoint', () => {
  expect(Object.keys(COSTS).sort()).toEqual([...NAMES].sort());
  expect(Object.keys(REQUESTS).sort()).toEqual([...NAMES].sort());
});

it('an hour in which five people autosave every 3 seconds takes no more write units than its budget', async () => {
  const { id } = await makeDraft(api, ARTICLE);
  const SERIES_PER_HOUR = 6;
  const autosave = async (number: number): Promise<number> => {
    const body = `<p>${number}</p>${ARTICLE.body}`;
    await ok(api.put(`/editor/posts/${id}`, { body, autosave: true }));
    return lastCost().write;
  };
  stopClock();
  try {
    await autosave(0);
    let written = 0;
    // The last one comes after ten minutes: it ends the series, and begins the next one.
    for (let number = 1; number <= 200; number++) {
      advanceClock(3);
      written += await autosave(number);
    }
    expect(written * SERIES_PER_HOUR * 5).toBeLessThanOrEqual(AUTOSAVE_HOUR_WRITES);
  } finally {
    restoreClock();
  }
});

it.each(NAMES.filter(name => COSTS[name]))(
  '%s makes no more AWS calls and trips than its budget allows',
  async name => {
    const spent = await warmCost(name);
    const overspent = Object.entries(spent).filter(
      ([kind, amount]) => amount > COSTS[name]![kind as keyof Cost],
    );
    expect(Object.fromEntries(overspent)).toEqual({});
  },
);
