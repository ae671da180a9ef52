import { handler as outbox } from '../../../functions/events/outbox.ts';
import { handler as sweep } from '../../../functions/events/sweep.ts';
import { handler as publisher } from '../../../functions/events/publisher.ts';
import { handler as webhooks } from '../../../functions/events/webhooks.ts';
import { workers } from '../../../functions/events/workers.ts';
import { createLambdaContext } from '../../../infra/aws-local/http-api/invocation.ts';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { putObject } from '../../../shared/platform/files/objects.ts';
import { Images } from '../../../shared/library/images/record.ts';
import { enterPage } from '../../../shared/platform/store/backfill.ts';
import { BACKFILLS } from '../../../shared/posts/publishing/jobs/backfills.ts';
import { sweepThumbnails } from '../../../shared/library/images/thumbnails/task.ts';
import { cleanUp } from '../../../shared/posts/publishing/cleanup.ts';
import { purgeRemoved } from '../../../shared/posts/publishing/jobs/purge.ts';
import { publishDue } from '../../../shared/posts/publishing/jobs/publish-due.ts';
import { toMinute } from '../../../shared/platform/schedule/times.ts';
import { CANCELLATION, outboxItem, toItem } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { cleanUpFiles } from '../../../shared/library/uploads/cleanup.ts';
import { countViews } from '../../../shared/posts/counters/views/count.ts';
import { largeBody } from './tour.ts';
import { eventually, type Api } from './api.ts';
import { as, TEST_CALLER } from './calls.ts';
import { heat } from '../resources/hot-posts.ts';
import { makeImage, quartered, settledImage } from '../resources/images.ts';
import { makeDraft, makePost, ok } from '../resources/posts.ts';

const DAY_S = 86_400;

/** Thumbnail tasks start when `begin` is resolved. */
interface Tasks {
  begin: Promise<void>;
}

/** Makes each worker do every kind of work. */
export async function tourWorkers(api: Api, tasks: Tasks): Promise<void> {
  const { id, at } = await makeScheduled(api);
  const removed = await makePost(api);
  await ok(api.delete(`/posts/${removed.id}`));
  const viewed = await makePost(api);
  await as('posts/record-page-views', async () => {
    await heat(viewed.id, nowTs());
    await countViews(viewed.id, 1);
  });
  const { timeoutS } = workers.sweep;
  for (const [name, worker] of Object.entries({ 'events/outbox': outbox, 'events/sweep': sweep })) {
    const { id: large } = await leaveJobs(api);
    await as(name, () => worker({}, createLambdaContext('tour', timeoutS)));
    await as(name, () => cleanUp({ id: large }, Date.now() + DAY_S * 1000));
  }
  await as('events/sweep', () => purgeRemoved(nowTs() + 91 * DAY_S));
  // The service has scanned the table when it started, and scans no second time.
  await as('events/sweep', () => enterPage(BACKFILLS, null));
  await publisher({ minute: toMinute(at) });
  await publisher({ Records: [{ messageId: 'm', body: JSON.stringify({ at: nowTs() + DAY_S }) }] });
  await as('events/publisher', () => publishDue(id, () => at));
  await tourThumbnails(api, tasks);
  await tourDeliveries(api);
}

/** Delivers a post whose body is too large for the table to the news partner. */
async function tourDeliveries(api: Api): Promise<void> {
  await makePost(api, { body: largeBody(), partnernews_article: true });
  // Enough time for one attempt, too little to wait for the next one.
  await webhooks({}, createLambdaContext('tour', 27));
  await eventually(
    () => ok(api.get('/webhooks/0/deliveries')),
    (all: any[]) => all.length > 0 && all.every(({ attempts }) => attempts.length > 0),
  );
}

/** Makes the workers handle an overdue thumbnail task and an unreferenced file. */
async function tourThumbnails(api: Api, tasks: Tasks): Promise<void> {
  let begin = (): void => undefined;
  tasks.begin = new Promise(resolve => {
    begin = resolve;
  });
  const { id } = await makeImage(api, await quartered(320, 240));
  await as('events/sweep', () => sweepThumbnails(nowTs() + 150));
  begin();
  await settledImage(api, id);
  const prefix = `images/${id}/`;
  for (const name of ['events/outbox', 'events/sweep']) {
    await as(TEST_CALLER, () => putObject({ bucket: 'media', key: `${prefix}unnamed` }, Buffer.alloc(1)));
    await as(name, () => cleanUpFiles({ prefix, record: Images.key(id) }, Date.now() + DAY_S * 1000));
  }
}

/** A scheduled draft that is not yet due, and that the sweep does not wait for. */
async function makeScheduled(api: Api): Promise<{ id: number; at: number }> {
  const { id } = await makeDraft(api);
  const at = nowTs() + 150;
  await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: at }));
  return { id, at };
}

/** Leaves a post whose first body must be cleaned up, and a job that is due now. */
async function leaveJobs(api: Api): Promise<{ id: number }> {
  const { id } = await makePost(api, { body: largeBody() });
  await ok(api.put(`/posts/${id}`, { body: 'Short.' }));
  await new Transaction().put(toItem(outboxItem(CANCELLATION, { id, at: 0 }, 0))).commit();
  return { id };
}
