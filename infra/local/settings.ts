import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { describeIssues } from '../../shared/platform/core/faults.ts';
import { toReason, UsageError } from '../core/command.ts';
import { explainAccess } from '../core/denied.ts';
import { VARIABLES } from '../core/environment.ts';
import { readOrMakeKey, readStoredKey } from './admin-key.ts';
import { readAnnouncedKey } from './ready-file.ts';
import { makeDataFolder } from '../aws-local/data-folder.ts';

const PORT_MESSAGE = 'must be a port number: 0 (any free one) to 65535';

/** An empty variable counts as unset. */
function makeNameSchema(pattern: RegExp, message: string) {
  return v.optional(
    v.pipe(
      v.string(),
      v.check(value => value === '' || pattern.test(value), message),
    ),
  );
}
const BUCKET = makeNameSchema(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of an S3 bucket');

const Settings = v.object({
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, PORT_MESSAGE),
      v.transform(Number),
      v.maxValue(65_535, PORT_MESSAGE),
    ),
    '4000',
  ),
  HOST: v.optional(v.pipe(v.string(), v.regex(/^\S+$/, 'must be a host name or address')), '127.0.0.1'),
  DATA_DIR: VARIABLES.DATA_DIR,
  SYNC_WRITES: v.optional(v.picklist(['yes', 'no'], 'must be yes or no'), 'no'),
  // A header can carry no other key.
  ADMIN_API_KEY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[!-~]{1,1000}$/, 'must be 1 to 1,000 characters of ASCII, without white space'),
    ),
  ),
  OUTBOUND_ALLOW: v.optional(
    v.pipe(v.string(), v.regex(/^([^\s,]+:\d{1,5}(,|$))*$/, 'must be host:port pairs joined by commas')),
    '',
  ),
  SECRETS: VARIABLES.SECRETS,
  // The errors of the engines and functions that read these do not contain the name of the variable.
  TABLE_NAME: makeNameSchema(/^[\w.-]{3,255}$/, 'must be the name of a DynamoDB table'),
  CONTENT_BUCKET: BUCKET,
  MEDIA_BUCKET: BUCKET,
  INDEXERS: makeNameSchema(/^[1-4]$/, 'must be 1 to 4'),
  LOG_LEVEL: v.optional(
    v.picklist(['debug', 'info', 'error', 'silent'], 'must be debug, info, error or silent'),
  ),
});

export interface LocalSettings {
  host: string;
  port: number;
  /** undefined keeps all data in memory. */
  dir: string | undefined;
  /** Whether an answer waits until all that it promises is on the disk. */
  syncWrites: boolean;
  adminKey: string;
  /** To be called when no other process uses the folder any more. */
  storeAdminKey: () => void;
  /** `host:port` pairs, joined by commas, that outgoing requests may reach although they are not public. */
  outboundAllow: string;
}

/** @throws UsageError that names every faulty variable */
export async function readSettings(variables: NodeJS.ProcessEnv): Promise<LocalSettings> {
  const { success, output, issues } = v.safeParse(Settings, variables);
  if (!success) throw new UsageError(`The environment has faults:\n${describeIssues(issues).join('\n')}`);
  const {
    PORT: port,
    HOST: host,
    DATA_DIR,
    SYNC_WRITES,
    ADMIN_API_KEY,
    OUTBOUND_ALLOW: outboundAllow,
  } = output;
  const dir = DATA_DIR === ':memory:' ? undefined : DATA_DIR;
  if (dir !== undefined) await makeFolder(dir);
  const { key: adminKey, store: storeAdminKey } =
    ADMIN_API_KEY === undefined ? readOrMakeKey(dir) : { key: ADMIN_API_KEY, store: () => undefined };
  return { host, port, dir, syncWrites: SYNC_WRITES === 'yes', adminKey, storeAdminKey, outboundAllow };
}

/** The parts of the folder in which a service first writes when it works; opening the database tells of the database itself. */
const WRITTEN_LATER = ['s3', 'scheduler'];

/** Makes the folder, and writes in it, in its parts and in the buckets. @throws UsageError that names the setting and the folder */
async function makeFolder(dir: string): Promise<void> {
  await requireWritable(dir, () => makeDataFolder(dir));
  for (const part of ['', ...WRITTEN_LATER].map(name => join(dir, name)))
    if (existsSync(part)) await requireWritable(part, () => probe(part));
  for (const bucket of listFolders(join(dir, 's3'))) await requireWritable(bucket, () => probe(bucket));
}

function listFolders(dir: string): string[] {
  if (!existsSync(dir)) return [];
  const entries = readdirSync(dir, { withFileTypes: true });
  return entries.filter(entry => entry.isDirectory()).map(({ name }) => join(dir, name));
}

async function requireWritable(dir: string, work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = toReason(error).startsWith('EEXIST') ? 'It is a file.' : explainAccess(error);
    throw new UsageError(`DATA_DIR: the folder ${dir} can't be written: ${reason}`, { cause: error });
  }
}

/** Makes a folder, because that of a bucket has only folders: a crash before it is removed leaves nothing that could be read as an object. */
async function probe(dir: string): Promise<void> {
  await rmdir(await mkdtemp(join(dir, '.probe-')));
}

/**
 * The administrator's key of the service on this machine, which runs or was started last.
 * @throws UsageError when there is none, or its file is damaged
 */
export async function readLocalKey({
  ADMIN_API_KEY,
  DATA_DIR = '.local',
}: NodeJS.ProcessEnv): Promise<string> {
  if (ADMIN_API_KEY) return ADMIN_API_KEY;
  if (DATA_DIR === '') throw new UsageError('DATA_DIR: must be a folder, or :memory:');
  const key = (await readAnnouncedKey(DATA_DIR)) ?? readStoredKey(DATA_DIR);
  if (key !== undefined) return key;
  throw new UsageError(
    `DATA_DIR: the folder ${DATA_DIR} has no API key. npm start creates it; with DATA_DIR=:memory: only its output has it.`,
  );
}
