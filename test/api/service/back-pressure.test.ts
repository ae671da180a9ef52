import { Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { BackPressure } from '../../../infra/aws-local/http-api/back-pressure.ts';
import { until } from '../../support/time/until.ts';
import { useApi } from '../../support/api/api.ts';
import { makeDraft, ok } from '../../support/resources/posts.ts';

const setLag = vi.spyOn(BackPressure.prototype, 'setLag');
const delayWrite = vi.spyOn(BackPressure.prototype, 'delayWrite').mockResolvedValue();

/** What the next runs of the outbox worker process: one full batch. */
const counts = [50];
const api = useApi({}, undefined, handlers => ({
  ...handlers,
  drain: () => Promise.resolve(counts.shift() ?? 0),
  readLag: () => Promise.resolve(3600),
}));

it('the local stack delays writes, but not reads, by how long the jobs of its outbox have waited', async () => {
  await ok(api.get('/drafts'));
  expect(delayWrite).not.toHaveBeenCalled();
  await makeDraft(api);
  expect(delayWrite).toHaveBeenCalledExactlyOnceWith({ key: api.adminKey, connection: expect.any(Socket) });
  await until(() => expect(setLag.mock.calls).toContainEqual([3600]));
  expect(setLag.mock.contexts[0]).toBe(delayWrite.mock.contexts[0]);
});
