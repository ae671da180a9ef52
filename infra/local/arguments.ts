import { parse } from '../core/command.ts';

export const USAGE = `Usage: npm start [-- --demo --sam]

Starts the service on this machine, on local engines.

  --demo  load a small newsroom when the site is empty
  --sam   prepare "sam local start-api", which runs at the same time on the same data

Settings are environment variables: PORT (4000), HOST (127.0.0.1), DATA_DIR (.local), SYNC_WRITES (no), ADMIN_API_KEY, OUTBOUND_ALLOW,
SECRETS, and SITE, a JSON object of site settings that replace those of cdk.json.`;

/** Optional steps of the start. */
export interface StartOptions {
  demo: boolean;
  sam: boolean;
}

/** Parses the command line. @throws UsageError */
export function readArguments(args: string[]): StartOptions {
  const flag = { type: 'boolean', default: false } as const;
  return parse({ args, options: { demo: flag, sam: flag } }).values;
}
