import { parse, UsageError } from '../core/command.ts';

export const USAGE = `Usage: npm start [-- --demo --sam]

Starts the service on this machine, on local engines.

  --demo  load a small newsroom when the site is empty, and show the site under its name
  --sam   prepare "sam local start-api", which runs at the same time on the same data

Settings are environment variables: PORT (4000), HOST (127.0.0.1), DATA_DIR (.local), SYNC_WRITES (no), ADMIN_API_KEY, OUTBOUND_ALLOW,
SECRETS, LOG_LEVEL (error), and SITE, a JSON object of site settings that replace those of cdk.json.

npm run keys -- --local prints the API key.`;

/** Settings that could be mistaken for options. */
const SETTINGS = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'SYNC_WRITES',
  'ADMIN_API_KEY',
  'OUTBOUND_ALLOW',
  'SECRETS',
  'LOG_LEVEL',
  'SITE',
];

/** Optional steps of the start. */
export interface StartOptions {
  demo: boolean;
  sam: boolean;
}

/** Parses the command line. @throws UsageError */
export function readArguments(args: string[]): StartOptions {
  const setting = args.map(settingIn).find(name => SETTINGS.includes(name));
  if (setting !== undefined)
    throw new UsageError(`${setting} is an environment variable: ${setting}=… npm start.`);
  const flag = { type: 'boolean', default: false } as const;
  return parse({ args, options: { demo: flag, sam: flag } }).values;
}

/** The name of the setting that an argument such as `--data-dir=x` or `PORT=5000` would set. */
function settingIn(argument: string): string {
  return argument.replace(/^--/, '').replace(/=.*$/s, '').replaceAll('-', '_').toUpperCase();
}
