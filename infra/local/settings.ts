import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

const Settings = v.object({
  PORT: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,5}$/, 'PORT must be a number'), v.transform(Number)),
    '4000',
  ),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.string(), '.local'),
  ADMIN_API_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^\S+$/, 'ADMIN_API_KEY must not be empty or hold white space')),
  ),
});

export interface LocalSettings {
  host: string;
  port: number;
  /** undefined: nothing is kept. */
  dir: string | undefined;
  adminKey: string;
}

/** @throws ValiError that names the variable at fault */
export async function readSettings(variables: NodeJS.ProcessEnv): Promise<LocalSettings> {
  const { PORT: port, HOST: host, DATA_DIR, ADMIN_API_KEY } = v.parse(Settings, variables);
  const dir = DATA_DIR === ':memory:' ? undefined : DATA_DIR;
  if (dir !== undefined) await mkdir(dir, { recursive: true });
  return { host, port, dir, adminKey: ADMIN_API_KEY ?? (await keptKey(dir)) };
}

/** Made once and kept beside the data, readable by its owner only. */
async function keptKey(dir: string | undefined): Promise<string> {
  const made = randomBytes(32).toString('hex');
  if (dir === undefined) return made;
  const file = join(dir, 'admin-key');
  try {
    await writeFile(file, made, { flag: 'wx', mode: 0o600 });
    return made;
  } catch {
    return (await readFile(file, 'utf8')).trim();
  }
}
