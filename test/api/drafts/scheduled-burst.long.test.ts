import { expect, it } from 'vitest';
import { mapWithConcurrency } from '../../../shared/platform/core/concurrency.ts';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { restoreClock, stopClock } from '../../support/time/clock.ts';
import { eventually, useApi } from '../../support/api/api.ts';
import { makeDraft, ok } from '../../support/resources/posts.ts';

const api = useApi();

/** Ten functions run at once in a new account: two publishers, a sweep, the outbox worker, and six for the API. */
const API_FUNCTIONS = 6;
const POSTS = 200;

it('the local stack answers every request without a 5xx while many posts of one second are published', async () => {
  const drafts = await mapWithConcurrency([...Array(POSTS).keys()], API_FUNCTIONS, () => makeDraft(api));
  // The clock stands until all of them are scheduled, however long that takes: nothing is due before.
  stopClock();
  const at = nowTs() + 60;
  await mapWithConcurrency(drafts, API_FUNCTIONS, ({ id }) =>
    ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: at })),
  );
  restoreClock();
  const statuses: number[] = [];
  let isPublished = false;
  const requests = Array.from({ length: API_FUNCTIONS }, async (_, index) => {
    while (!isPublished) {
      const reply =
        index % 2 === 0
          ? await api.get('/posts', { query: { limit: 10 } })
          : await api.post('/drafts', { headline: 'Beside' });
      statuses.push(reply.status);
    }
  });
  const ids = new Set(drafts.map(({ id }) => id as number));
  await eventually(
    async () => {
      const first = await ok(api.get('/posts', { query: { limit: 100, include_fields: 'id,created_ts' } }));
      const rest = await ok(
        api.get('/posts', { query: { limit: 100, offset: 100, include_fields: 'id,created_ts' } }),
      );
      return [...first, ...rest] as { id: number; created_ts: number }[];
    },
    posts => posts.filter(({ id, created_ts }) => ids.has(id) && created_ts === at).length === POSTS,
  );
  isPublished = true;
  await Promise.all(requests);
  expect(statuses.length).toBeGreaterThan(0);
  expect(statuses.filter(status => status >= 500)).toEqual([]);
});
