import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { handler as publisher } from '../../functions/events/publisher.ts';
import { environment } from '../../shared/config/environment.ts';
import { configureSite, parseSite } from '../../shared/config/site.ts';
import { ensureAdminKey } from '../../shared/keys/first.ts';
import { startEngines } from './engines.ts';
import { startGateway, type Functions } from './gateway.ts';
import { ensureTable } from './table.ts';
import { LocalWorker } from './worker.ts';

export interface StackOptions {
  host?: string;
  /** 0 takes any free one. */
  port?: number;
  /** Where state is kept; undefined: nowhere. */
  dir?: string | undefined;
  adminKey: string;
  /** The site's configuration, as in cdk.json. */
  site?: object;
  functions?: Functions;
}

export interface Stack {
  url: string;
  adminAuthorId: number;
  /** Waits for what runs, then stops everything. */
  stop: () => Promise<void>;
}

/** The whole service in this process: the same code as deployed, behind the same interfaces. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { host = '127.0.0.1', port = 0, dir, adminKey, functions, site = {} } = options;
  configureSite(parseSite(site));
  let open: () => void = () => undefined;
  const ready = new Promise<void>(resolve => {
    open = resolve;
  });
  // Alarms that rang while nothing ran come at once, before the table is there.
  const ring = async (input: string): Promise<void> => {
    await ready;
    await publisher(JSON.parse(input));
  };
  const engines = await startEngines({ dir, ring });
  await Promise.all([ensureTable(environment().TABLE_NAME), ensureBucket(environment().CONTENT_BUCKET)]);
  const adminAuthorId = await ensureAdminKey(adminKey, { name: 'admin' });
  const worker = new LocalWorker();
  const gateway = await startGateway({
    host,
    port,
    afterWrite: () => worker.wake(),
    ...(functions && { functions }),
  });
  worker.start();
  open();
  const stop = async (): Promise<void> => {
    gateway.close();
    gateway.closeIdleConnections();
    await Promise.race([once(gateway, 'close'), new Promise(resolve => setTimeout(resolve, 3000).unref())]);
    gateway.closeAllConnections();
    await worker.stop();
    await Promise.all(engines.map(engine => engine.close()));
  };
  return { url: `http://${host}:${(gateway.address() as AddressInfo).port}`, adminAuthorId, stop };
}

async function ensureBucket(name: string): Promise<void> {
  const client = new S3Client({ forcePathStyle: true });
  try {
    await client.send(new CreateBucketCommand({ Bucket: name }));
  } catch (error) {
    if (!(error instanceof Error && error.name.startsWith('BucketAlready'))) throw error;
  } finally {
    client.destroy();
  }
}
