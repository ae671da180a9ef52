import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { describeIssues } from '../../shared/core/faults.ts';
import { reasonOf, UsageError } from '../core/command.ts';
import { VARIABLES } from '../core/environment.ts';
import { setAside, syncFolder } from './checked-file.ts';
import { makeDataFolder } from './data-folder.ts';

const PORT_MESSAGE = 'must be a port number: 0 (any free one) to 65535';

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
  ADMIN_API_KEY: v.optional(v.pipe(v.string(), v.regex(/^\S+$/, 'must not be empty or hold white space'))),
  OUTBOUND_ALLOW: v.optional(
    v.pipe(v.string(), v.regex(/^([^\s,]+:\d{1,5}(,|$))*$/, 'must be host:port pairs joined by commas')),
    '',
  ),
  SECRETS: VARIABLES.SECRETS,
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
  const adminKey = ADMIN_API_KEY ?? (await readOrCreateKey(dir));
  return { host, port, dir, syncWrites: SYNC_WRITES === 'yes', adminKey, outboundAllow };
}

/** Makes the folder, and writes a file there. @throws UsageError that names the setting */
async function makeFolder(dir: string): Promise<void> {
  const probe = join(dir, `.probe-${process.pid}`);
  try {
    makeDataFolder(dir);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new UsageError(`DATA_DIR: the folder ${dir} can't be written: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

const NEW_KEY = 'The administrator gets a new API key; earlier ones stay valid until they are deleted.';

/** Reads the key from the data folder, where only its owner may read it, or creates it. */
async function readOrCreateKey(dir: string | undefined): Promise<string> {
  const made = randomBytes(32).toString('hex');
  if (dir === undefined) return made;
  const file = join(dir, 'admin-key');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined && /^[0-9a-f]{64}\s*$/.test(kept)) return kept.trim();
  if (kept !== undefined) setAside(file, new Error(`${file} holds no API key`), NEW_KEY);
  else if (existsSync(join(dir, 'dynamodb'))) console.error(`${file} is missing. ${NEW_KEY}`);
  // Renamed into place when it is on the disk, so that neither a kill nor a power cut leaves an empty file, or no key that was used.
  await writeFile(`${file}.new`, made, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  syncFolder(dir);
  return made;
}

const Ready = v.pipe(v.string(), v.parseJson(), v.object({ adminKey: v.string() }));

/** The administrator's key of the service on this machine, which runs or was started last. @throws UsageError when there is none */
export async function readLocalKey({
  ADMIN_API_KEY,
  DATA_DIR = '.local',
}: NodeJS.ProcessEnv): Promise<string> {
  if (ADMIN_API_KEY) return ADMIN_API_KEY;
  const read = (file: string) => readFile(join(DATA_DIR, file), 'utf8').catch(() => '');
  const ready = v.safeParse(Ready, await read('ready.json'));
  const key = ready.success ? ready.output.adminKey : (await read('admin-key')).trim();
  if (key !== '') return key;
  throw new UsageError(
    `DATA_DIR: the folder ${DATA_DIR} has no API key. npm start creates it; with DATA_DIR=:memory: only its output has it.`,
  );
}
