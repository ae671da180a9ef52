import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { environment } from '../../shared/platform/core/environment.ts';
import { configureSite, parseSite } from '../../shared/platform/site/site.ts';
import { recordSettings } from '../../shared/platform/store/audit/settings.ts';
import { sweepSharingRoles } from '../../shared/posts/answers/sharing-roles.ts';
import { enterDrafts } from '../../shared/posts/publishing/jobs/enter-drafts.ts';
import { ensureAdminKey } from '../../shared/people/keys/first-admin.ts';
import { readVariable } from '../core/environment.ts';
import type { LocalCors } from '../aws-local/http-api/cors.ts';
import { Disk } from '../aws-local/disk.ts';
import { ensureBucket } from '../aws-local/bucket.ts';
import { startEngines, type EngineOptions } from '../aws-local/engines.ts';
import { readHealth } from './health.ts';
import { startGateway, type GatewayOptions } from './gateway.ts';
import { toOrigin } from '../aws-local/host.ts';
import { handlersFromSources, type Handlers } from '../aws-local/lambda/handlers.ts';
import type { Functions } from '../aws-local/http-api/invocation.ts';
import { ensureTable } from '../aws-local/table.ts';
import { takeOver } from './take-over.ts';
import { Workers } from './workers.ts';

export interface StackOptions {
  host?: string;
  /** 0 selects a free port. */
  port?: number;
  /** The data folder; undefined keeps all data in memory. */
  dir?: string | undefined;
  /** Whether an answer waits until all that it promises is on the disk, as a power cut requires. */
  syncWrites?: boolean;
  adminKey: string;
  /** Called before the table gets the key, when its folder is this process's own. */
  storeAdminKey?: () => void;
  /** The site's configuration, as in cdk.json; it may depend on the address that the stack gets. */
  site?: object | ((url: string) => object);
  /** The functions to run; by default from the sources. */
  functions?: Functions;
  handlers?: Handlers;
  /** Whether the readers' site, feeds and sitemaps answer without `features.publicRead`. */
  hasOpenSite?: boolean;
  /** Multiplies the gateway's time-outs. */
  patience?: number;
  /** The other origins whose pages may call the API; none by default. */
  cors?: LocalCors;
  /** A host name that the engines (not the gateway) accept in addition to loopback names. */
  engineAlias?: string | undefined;
  /** For tests: see the engine of the table. */
  viewStale?: EngineOptions['viewStale'];
}

export interface Stack {
  url: string;
  adminAuthorId: number;
  /** Waits for running work, then stops everything. `lastly` runs when nothing but the engines does. */
  stop: (lastly?: () => Promise<void>) => Promise<void>;
}

/** How long a stop waits for open requests. */
const LAST_ANSWERS_MS = 3000;
/** How long a start enters records into lists; the sweeps do the rest. */
const ENTER_MS = 2000;

/** The whole service in this process: the same code as deployed, behind the same interfaces. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { host = '127.0.0.1', port = 0, dir } = options;
  configure(options, toOrigin(host, port));
  const workers = new Workers(options.handlers ?? handlersFromSources, options.patience ?? 1);
  const [disk, hasTableAlone] = [dir === undefined ? undefined : new Disk(dir), isAlone(dir)];
  const engines = await startEngines({
    dir,
    disk,
    syncWrites: options.syncWrites,
    hostAlias: options.engineAlias,
    viewStale: options.viewStale,
    ...workers.listenToEngines(),
  });
  const releaseCalls = workers.background.holdBackCalls();
  await createResources();
  if (hasTableAlone) await takeOver();
  const adminAuthorId = await enterAdminKey(options);
  const gateway = await startGateway({ ...toGatewayOptions(options, workers, disk), host, port });
  const url = toOrigin(host, (gateway.address() as AddressInfo).port);
  configure(options, url);
  workers.start();
  const stop: Stack['stop'] = async lastly => {
    await workers.closeQueues();
    await closeGateway(gateway);
    await workers.stop();
    releaseCalls();
    await closeAfter(lastly, [...(disk ? [disk] : []), ...engines]);
  };
  return { url, adminAuthorId, stop };
}

function configure({ site = {} }: StackOptions, url: string): void {
  configureSite(parseSite(typeof site === 'function' ? (site as (url: string) => object)(url) : site));
}

function toGatewayOptions(
  { cors, hasOpenSite = false, patience = 1, functions }: StackOptions,
  workers: Workers,
  disk: Disk | undefined,
): Omit<GatewayOptions, 'host' | 'port'> {
  const { background, backPressure } = workers;
  return {
    background,
    beforeWrite: writer => backPressure.delayWrite(writer),
    readHealth: () => readHealth(backPressure, disk),
    disk,
    afterWrite: () => workers.wake(),
    cors,
    hasOpenSite,
    patience,
    ...(functions && { functions }),
  };
}

/** Runs when no other process uses the folder any longer. */
async function enterAdminKey({ adminKey, storeAdminKey }: StackOptions): Promise<number> {
  storeAdminKey?.();
  return await ensureAdminKey(adminKey, { name: 'admin' });
}

/** In a table elsewhere, other processes may be alive. Ask before the engines start: they set the variable. */
function isAlone(dir: string | undefined): boolean {
  return dir !== undefined && !readVariable('AWS_ENDPOINT_URL_DYNAMODB');
}

async function closeAfter(
  lastly: (() => Promise<void>) | undefined,
  used: readonly { close: () => Promise<void> }[],
): Promise<void> {
  try {
    await lastly?.();
  } finally {
    for (const resource of used) await resource.close();
  }
}

/**
 * Creates the table and the buckets, as CloudFormation does. Then does at once what a deployment leaves to its first sweep: records the roles
 * and settings, and enters drafts into lists.
 */
async function createResources(): Promise<void> {
  const { TABLE_NAME, CONTENT_BUCKET, MEDIA_BUCKET } = environment();
  await Promise.all([ensureTable(TABLE_NAME), ...[CONTENT_BUCKET, MEDIA_BUCKET].map(ensureBucket)]);
  await Promise.all([sweepSharingRoles(), recordSettings(), enterDrafts(Date.now() + ENTER_MS)]);
}

async function closeGateway(gateway: Server): Promise<void> {
  gateway.close();
  gateway.closeIdleConnections();
  await Promise.race([once(gateway, 'close'), sleep(LAST_ANSWERS_MS, undefined, { ref: false })]);
  gateway.closeAllConnections();
}
