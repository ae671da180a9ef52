import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drainOutbox } from '../../../functions/events/jobs.ts';
import { handler as outboxWorker } from '../../../functions/events/outbox.ts';
import { DELAY_S } from '../../../shared/platform/edge/job.ts';
import { EDGE_INVALIDATION } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { failingItems } from '../../../shared/platform/store/outbox/outbox.ts';
import { numberChanges } from '../../../shared/posts/changes/number.ts';
import { cleanUpFiles } from '../../../shared/library/uploads/cleanup.ts';
import { putObject } from '../../../shared/platform/files/objects.ts';
import { useApi, withoutSweeps } from '../../support/api/api.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { advanceClock, countTime, restoreClock, stopClock } from '../../support/time/clock.ts';

/** Only the tests process what a change leaves to do: of two workers, one finds nothing while the other one has leased it. */
const api = useApi({}, undefined, handlers => ({
  ...withoutSweeps(handlers),
  drain: () => Promise.resolve(0),
}));
const cloudFront = mockClient(CloudFrontClient);

/** Processes what is due, as a worker does. */
async function drain(): Promise<void> {
  await numberChanges();
  while ((await drainOutbox(() => true)) > 0);
}

/** Leaves nothing of what was done before. */
beforeEach(async () => {
  vi.stubEnv('EDGE_DISTRIBUTION', 'EDGE');
  vi.stubEnv('MEDIA_DISTRIBUTION', undefined);
  cloudFront.on(CreateInvalidationCommand).resolves({});
  stopClock();
  await drain();
  advanceClock(60);
  await drain();
  cloudFront.resetHistory();
});
afterEach(() => {
  restoreClock();
  vi.unstubAllEnvs();
});

function asked(): string[][] {
  return cloudFront
    .commandCalls(CreateInvalidationCommand)
    .map(({ args: [{ input }] }) => input.InvalidationBatch?.Paths?.Items ?? []);
}

/** Expects these invalidations within a time after a change. */
async function expectWithin(
  seconds: number,
  change: () => Promise<unknown>,
  expected: string[][],
): Promise<void> {
  await change();
  await drain();
  cloudFront.resetHistory();
  await expectAfter(seconds, expected);
}

/** Expects these invalidations after as much more time. */
async function expectAfter(seconds: number, expected: string[][]): Promise<void> {
  advanceClock(seconds);
  await drain();
  expect(asked()).toEqual(expected);
}

const PUBLIC = [['#public']];

describe('the cache of the edge', () => {
  it('invalidates the edge within 5 s of each change of a post, and not before functions have forgotten the page', async () => {
    const { id } = await makePost(api);
    await drain();
    advanceClock(10);
    await drain();

    await expectWithin(1, () => ok(api.put(`/posts/${id}`, { headline: 'Edited' })), []);
    await expectAfter(3, PUBLIC);
    await expectWithin(4, () => ok(api.put(`/posts/${id}`, { basename: 'moved' })), PUBLIC);
    await expectWithin(4, () => ok(api.put(`/posts/${id}`, { action: 'unpublish' })), PUBLIC);
    await expectWithin(4, () => ok(api.put(`/drafts/${id}`, { action: 'publish' })), PUBLIC);
    await expectWithin(4, () => ok(api.delete(`/posts/${id}`)), PUBLIC);
  });

  it('invalidates the edge once for an order, and twice for a section, which functions remember for 9 s', async () => {
    const section = await makeSection(api);
    const { id: post } = await makePost(api, { sections: [section.id] });
    const order = (): Promise<unknown> => ok(api.put(`/sections/${section.id}/order`, { post_ids: [post] }));
    advanceClock(20);
    await drain();

    await expectWithin(4, order, PUBLIC);
    await expectWithin(4, () => ok(api.put(`/sections/${section.id}`, { title: 'New' })), PUBLIC);
    await expectAfter(8, [...PUBLIC, ...PUBLIC]);
  });

  it('invalidates nothing for changes that no reader sees', async () => {
    const { id } = await makeDraft(api);

    await expectWithin(4, () => ok(api.put(`/drafts/${id}`, { headline: 'Still a draft' })), []);
  });

  it('invalidates the edge once for changes in quick succession', async () => {
    const made = (): Promise<unknown> => Promise.all([makePost(api), makePost(api), makePost(api)]);

    await expectWithin(4, made, PUBLIC);
  });

  it('is invalidated when CloudFront accepts it, which it is asked until it does', async () => {
    cloudFront.on(CreateInvalidationCommand).rejects(new Error('TooManyInvalidationsInProgress'));
    await expectWithin(4, () => makePost(api), PUBLIC);
    const [failing] = await failingItems();
    expect(failing).toMatchObject({ kind: EDGE_INVALIDATION, attempts: 1 });

    cloudFront.on(CreateInvalidationCommand).resolves({});
    await expectAfter(10, [...PUBLIC, ...PUBLIC]);
    expect(await failingItems()).toEqual([]);
  });

  it('drops every size of a picture that is deleted', async () => {
    await putObject({ bucket: 'media', key: 'images/7/a/small.jpg' }, Buffer.from('x'));
    const job = { prefix: 'images/7/', record: { pk: 'none', sk: 'none' } };
    advanceClock(7_200);
    const files = [['/media/images/7/*', '/images/7/*']];

    await expectWithin(61, () => cleanUpFiles(job), files);
    await expectWithin(61, () => cleanUpFiles(job), []);
  });

  it('nothing is invalidated where there is no edge', async () => {
    vi.stubEnv('EDGE_DISTRIBUTION', undefined);

    await expectWithin(4, () => makePost(api), []);
  });
});

describe('outbox worker', () => {
  it('waits for an invalidation that is due in a moment', async () => {
    const { elapsedMs } = countTime();
    await makePost(api);
    await outboxWorker({}, { getRemainingTimeInMillis: () => 300_000 });

    expect(asked()).toEqual(PUBLIC);
    expect(elapsedMs()).toBeGreaterThan(0);
    expect(elapsedMs()).toBeLessThan((DELAY_S + 2) * 1000);
  });
});
