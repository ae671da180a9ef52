import { join } from 'node:path';
import { startDynamo } from './dynamodb/server.ts';
import type { LocalServer } from './loopback.ts';
import type { EventHandler } from './s3/events.ts';
import { startS3 } from './s3/server.ts';
import { startSecrets } from './secrets.ts';
import { startScheduler } from './scheduler/server.ts';

const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

export interface EngineOptions {
  /** Where the engines keep their data; undefined: nowhere. */
  dir: string | undefined;
  /** Hands an event over to the publisher, which works on it later. */
  invoke: (input: string) => void;
  /** How late the next schedule invokes it, in ms; without it, each is on time. */
  latenessMs?: () => number;
  /** Told of every object that is put. */
  onObjectCreated: EventHandler;
  /** A host name under which the engines are reached beside those of loopback. */
  hostAlias?: string | undefined;
}

/**
 * Starts a stand-in for each service that the environment doesn't point elsewhere (`AWS_ENDPOINT_URL_…`), and tells the SDK,
 * by the standard variables, where all of them are.
 */
export async function startEngines({
  dir,
  invoke,
  latenessMs,
  onObjectCreated,
  hostAlias,
}: EngineOptions): Promise<LocalServer[]> {
  useLocalAccount();
  const common = (name: string) => ({ hostAlias, ...(dir !== undefined && { dir: join(dir, name) }) });
  return await Promise.all([
    unlessElsewhere('AWS_ENDPOINT_URL_DYNAMODB', () => startDynamo(common('dynamodb'))),
    unlessElsewhere('AWS_ENDPOINT_URL_S3', () =>
      startS3({ ...common('s3'), credentials: CREDENTIALS, onObjectCreated }),
    ),
    unlessElsewhere('AWS_ENDPOINT_URL_SCHEDULER', () =>
      startScheduler({
        ...common('scheduler'),
        invoke: ({ input }) => invoke(input),
        ...(latenessMs && { latenessMs }),
      }),
    ),
    unlessElsewhere('AWS_ENDPOINT_URL_SECRETS_MANAGER', () => startSecrets(hostAlias)),
  ]);
}

async function unlessElsewhere(variable: string, start: () => Promise<LocalServer>): Promise<LocalServer> {
  const elsewhere = process.env[variable];
  if (elsewhere) return { url: elsewhere, close: () => Promise.resolve() };
  const server = await start();
  process.env[variable] = server.url;
  return {
    url: server.url,
    close: async () => {
      Reflect.deleteProperty(process.env, variable);
      await server.close();
    },
  };
}

/** What the SDK and the functions find in Lambda's environment. Credentials of one's own stay. */
function useLocalAccount(): void {
  const account = {
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
    LOG_LEVEL: 'error',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  };
  for (const [name, value] of Object.entries(account)) process.env[name] ??= value;
}
