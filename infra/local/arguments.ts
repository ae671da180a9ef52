import { parse } from '../tools/command.ts';

export const USAGE = `Usage: npm start [-- --demo --sam]

Starts the service on this machine, on local engines.

  --demo  load a small newsroom when the site is empty
  --sam   prepare all for "sam local start-api" beside this, on the same data

Settings are taken from the environment: PORT (4000), HOST (127.0.0.1), DATA_DIR (.local), ADMIN_API_KEY, OUTBOUND_ALLOW, SECRETS,
and SITE, a JSON object of site settings that replace those of cdk.json.`;

/** What else is to be done at the start. */
export interface StartOptions {
  demo: boolean;
  sam: boolean;
}

/** What the command line asks for. @throws UsageError */
export function readArguments(args: string[]): StartOptions {
  const flag = { type: 'boolean', default: false } as const;
  return parse({ args, options: { demo: flag, sam: flag } }).values;
}
