import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { AddressInfo } from 'node:net';
import { BackPressure } from '../../../infra/aws-local/http-api/back-pressure.ts';
import { Background } from '../../../infra/aws-local/lambda/background.ts';
import { startEngines } from '../../../infra/aws-local/engines.ts';
import { startGateway } from '../../../infra/local/gateway.ts';
import { handlersFromSources, type Handlers } from '../../../infra/aws-local/lambda/handlers.ts';
import { startStack } from '../../../infra/local/stack.ts';
import { ensureTable } from '../../../infra/aws-local/table.ts';
import { processTask, TaskQueue } from '../../../infra/aws-local/queues/task-queue.ts';
import { LocalWorker } from '../../../infra/aws-local/lambda/worker.ts';
import { toText, verifySite } from '../../../infra/cli/verify/table.ts';
import { environment } from '../../../shared/platform/core/environment.ts';
import { OUTBOX_PARTITIONS } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { queryItems } from '../../../shared/platform/store/table.ts';
import { configureSite, parseSite } from '../../../shared/platform/site/site.ts';
import { ensureAdminKey } from '../../../shared/people/keys/first-admin.ts';

const HOST = '127.0.0.1';

/** Starts the service as `npm start` does. @returns the port of its gateway */
async function startService(options: {
  dir: string;
  adminKey: string;
  syncWrites: boolean;
}): Promise<number> {
  const { url } = await startStack(options);
  return Number(new URL(url).port);
}

/** Starts the table, the buckets, the queue and the scheduler, in the place of AWS. */
async function startAws(
  dir: string,
  adminKey: string,
  { publish, makeThumbnails }: Pick<Worker, 'publish' | 'makeThumbnails'>,
): Promise<void> {
  const tasks = new TaskQueue(makeThumbnails);
  await startEngines({
    dir,
    invoke: input => void publish(JSON.parse(input)).catch(() => undefined),
    consume: publish,
    onObjectCreated: event => processTask(tasks, event),
  });
  configureSite(parseSite({}));
  const { TABLE_NAME, CONTENT_BUCKET, MEDIA_BUCKET } = environment();
  await ensureTable(TABLE_NAME);
  const client = new S3Client({ forcePathStyle: true });
  for (const Bucket of [CONTENT_BUCKET, MEDIA_BUCKET]) await client.send(new CreateBucketCommand({ Bucket }));
  await ensureAdminKey(adminKey, { name: 'admin' });
}

/** Starts a gateway whose table is elsewhere. @returns its port */
async function startApi(afterWrite: () => void): Promise<number> {
  configureSite(parseSite({}));
  const gateway = await startGateway({ host: HOST, port: 0, afterWrite });
  return (gateway.address() as AddressInfo).port;
}

/** What a write, a due second and the object of a picture's task invoke. */
interface Worker {
  wake: () => void;
  publish: Handlers['publisher'];
  makeThumbnails: Handlers['thumbnails'];
}

/** Starts the functions that events invoke. */
function startWorker(): Worker {
  configureSite(parseSite({}));
  const handlers = new Background().wrap(handlersFromSources);
  const worker = new LocalWorker(handlers, new BackPressure());
  worker.start();
  return {
    wake: () => worker.wake(),
    publish: async event => {
      const answer = await handlersFromSources.publisher(event);
      worker.wake();
      return answer;
    },
    makeThumbnails: event => handlers.thumbnails(event),
  };
}

/** Compares the whole table. @returns a line for each disagreement, and for each job that is not done */
async function verify(): Promise<string[]> {
  const jobs = await Promise.all(OUTBOX_PARTITIONS.map(pk => queryItems({ pk, consistent: true })));
  return [...(await verifySite()).map(toText), ...jobs.flat().map(job => `job: ${JSON.stringify(job)}`)];
}

/** The roles of simulated processes. Each process evaluates the bundle of this module on its own. */
export const roles = { startService, startAws, startApi, startWorker, verify };
export type Roles = typeof roles;
