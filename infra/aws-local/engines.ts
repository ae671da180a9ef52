import { dirname, join, resolve } from 'node:path';
import {
  readVariable,
  setMissingVariables,
  setVariables,
  unsetVariable,
  type EndpointVariable,
} from '../core/environment.ts';
import { syncFolder } from './checked-file.ts';
import { makeDataFolder } from './data-folder.ts';
import type { Disk } from './disk.ts';
import { connectDirectly } from './dynamodb/direct/connect.ts';
import { type DynamoOptions, startDynamo } from './dynamodb/server.ts';
import type { LocalServer } from './loopback.ts';
import type { EventHandler } from './s3/events.ts';
import { startS3 } from './s3/server.ts';
import { startQueue, type QueueOptions } from './queues/queue.ts';
import { startSecrets } from './secrets.ts';
import { startScheduler } from './scheduler/server.ts';

const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

export interface EngineOptions {
  /** The folder of the engines' data; undefined keeps it in memory. */
  dir: string | undefined;
  /** Whether an answer waits until all that it promises is on the disk. */
  syncWrites?: boolean | undefined;
  disk?: Disk | undefined;
  /** Passes an event to the publisher, which processes it later. */
  invoke: (input: string) => void;
  /** The lateness of the next schedule in ms. By default each schedule is on time. */
  latenessMs?: () => number;
  /** Passes messages of the queue of due seconds to the publisher. */
  consume: QueueOptions['consume'];
  /** How often a message of the queue is delivered; by default once. */
  deliveries?: QueueOptions['deliveries'];
  /** Called for every object that is put. */
  onObjectCreated: EventHandler;
  /** A host name that the engines accept in addition to loopback names. */
  hostAlias?: string | undefined;
  /** For tests: see the engine of the table. */
  viewStale?: DynamoOptions['viewStale'];
}

/**
 * Starts a stand-in for each service for which the environment names no other endpoint (`AWS_ENDPOINT_URL_…`), and sets these
 * variables, which the SDK reads, for the others.
 */
export async function startEngines({
  dir,
  syncWrites,
  disk,
  invoke,
  latenessMs,
  consume,
  deliveries,
  onObjectCreated,
  hostAlias,
  viewStale,
}: EngineOptions): Promise<LocalServer[]> {
  setLocalEnvironment();
  if (dir !== undefined) makeDataFolder(dir);
  const common = (name: string) => ({ hostAlias, ...(dir !== undefined && { dir: join(dir, name) }) });
  const engines = await allOrNone([
    startUnlessConfigured('AWS_ENDPOINT_URL_DYNAMODB', () =>
      startDatabase({ ...common('dynamodb'), sync: syncWrites, disk, viewStale }),
    ),
    startUnlessConfigured('AWS_ENDPOINT_URL_S3', () =>
      startS3({ ...common('s3'), isSynced: syncWrites, disk, credentials: CREDENTIALS, onObjectCreated }),
    ),
    startUnlessConfigured('AWS_ENDPOINT_URL_SCHEDULER', () =>
      startScheduler({
        ...common('scheduler'),
        isSynced: syncWrites,
        disk,
        invoke: ({ input }) => invoke(input),
        ...(latenessMs && { latenessMs }),
      }),
    ),
    startUnlessConfigured('AWS_ENDPOINT_URL_SQS', () =>
      startQueue({ hostAlias, consume, ...(deliveries && { deliveries }) }),
    ),
    startUnlessConfigured('AWS_ENDPOINT_URL_SECRETS_MANAGER', () => startSecrets(hostAlias)),
  ]);
  // Otherwise a power cut could take a new service's folders with all that is in them.
  if (dir !== undefined && syncWrites === true)
    for (const folder of [dir, dirname(resolve(dir))]) syncFolder(folder);
  return engines;
}

/** Starts only the table and the buckets of a data folder, in which nothing then runs on its own. */
export async function startStores(dir: string): Promise<LocalServer[]> {
  setLocalEnvironment();
  return await allOrNone([
    startUnlessConfigured('AWS_ENDPOINT_URL_DYNAMODB', () => startDatabase({ dir: join(dir, 'dynamodb') })),
    startUnlessConfigured('AWS_ENDPOINT_URL_S3', () =>
      startS3({ dir: join(dir, 's3'), credentials: CREDENTIALS, onObjectCreated: () => Promise.resolve() }),
    ),
  ]);
}

/** Closes those that were started when one could not be. */
async function allOrNone(starting: readonly Promise<LocalServer>[]): Promise<LocalServer[]> {
  try {
    return await Promise.all(starting);
  } catch (error) {
    for (const start of await Promise.allSettled(starting))
      if (start.status === 'fulfilled') await start.value.close();
    throw error;
  }
}

/** The service calls the engine directly; tools call it over HTTP. */
async function startDatabase(options: DynamoOptions): Promise<LocalServer> {
  const engine = await startDynamo(options);
  if (readVariable('ENGINES_OVER_HTTP') === 'yes') return engine;
  const disconnect = connectDirectly(engine.execute);
  return {
    url: engine.url,
    close: async () => {
      disconnect();
      await engine.close();
    },
  };
}

async function startUnlessConfigured(
  variable: EndpointVariable,
  start: () => Promise<LocalServer>,
): Promise<LocalServer> {
  const elsewhere = readVariable(variable);
  if (elsewhere) return { url: elsewhere, close: () => Promise.resolve() };
  const server = await start();
  setVariables({ [variable]: server.url });
  return {
    url: server.url,
    close: async () => {
      unsetVariable(variable);
      await server.close();
    },
  };
}

/** Sets the variables that Lambda's environment would have. Existing credentials stay. */
function setLocalEnvironment(): void {
  setMissingVariables({
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    TABLE_NAME: 'broadsheet',
    CONTENT_BUCKET: 'broadsheet-content',
    MEDIA_BUCKET: 'broadsheet-media',
    SCHEDULE_GROUP: 'broadsheet',
    SCHEDULE_ROLE_ARN: 'arn:aws:iam::000000000000:role/broadsheet-scheduler',
    SCHEDULE_FAILURES_ARN: 'arn:aws:sqs:us-east-1:000000000000:broadsheet-undelivered',
    PUBLISHER_ARN: 'arn:aws:lambda:us-east-1:000000000000:function:broadsheet-publisher',
    DUE_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/broadsheet-due',
    INDEXERS: '1',
    LOG_LEVEL: 'error',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  });
}
