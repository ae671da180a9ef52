import { configureSite, parseSite } from '../../shared/platform/site/site.ts';
import { UsageError } from '../core/command.ts';
import { explainEndpoint, readEndpoints } from '../core/endpoints.ts';
import { allVariables, readVariable } from '../core/environment.ts';
import { startStores } from '../aws-local/engines.ts';
import { findProcess } from '../local/ready-file.ts';
import { readSettings } from '../local/settings.ts';
import { startStack } from '../local/stack.ts';
import { siteFromCdkJson } from '../stack/site.ts';
import { explainFolder, requireDataFolder } from './data-files.ts';
import { explain, useRegion, useStack } from './deployed.ts';
import { readDataDir } from './options.ts';

/** Where a site is: a deployed stack, else a data folder on this machine. */
export interface Place {
  dataDir: string;
  stack: string | undefined;
  region: string | undefined;
}
/** The place of a command that needs none. */
type PartialPlace = Omit<Place, 'dataDir'> & { dataDir: string | undefined };

const text = { type: 'string' } as const;
export const PLACE_OPTIONS = { 'data-dir': text, stack: text, region: text };

/** @throws UsageError when both are given */
export function readPlace(values: { 'data-dir'?: string; stack?: string; region?: string }): Place {
  const { 'data-dir': dataDir, stack, region } = values;
  if (dataDir !== undefined && stack !== undefined)
    throw new UsageError('Give --data-dir or --stack, not both.');
  return { dataDir: readDataDir(dataDir) ?? readVariable('DATA_DIR'), stack, region };
}

export function explainAt(error: unknown, { dataDir, stack, region }: PartialPlace): string {
  if (stack !== undefined) return explain(error, { table: undefined, stack, region });
  if (error instanceof Error && error.name === 'ResourceNotFoundException') return explainNoTable(dataDir);
  return explainEndpoint(error, readEndpoints(allVariables())) ?? explainFolder(error, dataDir);
}

/** A start that was interrupted, and a new DynamoDB Local, leave no table. */
function explainNoTable(dataDir: string | undefined): string {
  const elsewhere = readVariable('AWS_ENDPOINT_URL_DYNAMODB');
  const where = elsewhere
    ? `at AWS_ENDPOINT_URL_DYNAMODB=${elsewhere}`
    : `in ${dataDir ?? 'the data folder'}`;
  return `There is no site ${where}: npm start makes an empty one.`;
}

/** Runs an import or export on the table and the buckets of a deployed stack. */
export async function onStack(stack: string, region: string | undefined, work: () => Promise<void>) {
  useRegion(region);
  await useStack(stack);
  configureSite(parseSite(siteFromCdkJson()));
  await work();
}

/** Runs an import on a local data folder. Engines and workers run as in `npm start`, so that the outbox is processed too. */
export async function onDataFolder(dir: string, work: () => Promise<void>): Promise<void> {
  await requireStopped(dir);
  const settings = await readSettings({ ...allVariables(), DATA_DIR: dir, PORT: '0', HOST: '127.0.0.1' });
  const fromCdkJson = siteFromCdkJson(readVariable('SITE'));
  const site = (url: string) => ({ baseUrl: url, mediaBaseUrl: `${url}/media`, ...fromCdkJson });
  const stack = await startStack({ ...settings, site });
  try {
    await work();
  } finally {
    await stack.stop();
  }
}

/** Runs a command on a local data folder, of which only the table and the buckets are started, so that nothing is published. */
export async function onStoppedData(dir: string, work: () => Promise<void>): Promise<void> {
  requireDataFolder(dir);
  await requireStopped(dir);
  const { PORT = '4000' } = allVariables();
  const baseUrl = `http://127.0.0.1:${PORT}`;
  const fromCdkJson = siteFromCdkJson(readVariable('SITE'));
  configureSite(parseSite({ baseUrl, mediaBaseUrl: `${baseUrl}/media`, ...fromCdkJson }));
  const stores = await startStores(dir);
  try {
    await work();
  } finally {
    await Promise.all(stores.map(store => store.close()));
  }
}

/** Only one process can use a data folder. @throws Error */
export async function requireStopped(dir: string): Promise<void> {
  if ((await findProcess(dir)) !== undefined)
    throw new Error(`The service is running on ${dir}: stop it, and start it again afterwards.`);
}
