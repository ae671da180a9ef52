import { parseArgs } from 'node:util';

const USAGE = `Usage: npm start [-- --demo --sam]

  --demo  load a small newsroom when the site is empty
  --sam   prepare all for "sam local start-api" beside this, on the same data`;

/** What else is to be done at the start. */
export interface Wishes {
  demo: boolean;
  sam: boolean;
}

/** What the command line asks for. @throws Error whose message ends with the usage */
export function readArguments(args: string[]): Wishes {
  try {
    const flag = { type: 'boolean', default: false } as const;
    return parseArgs({ args, options: { demo: flag, sam: flag } }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`, {
      cause: error,
    });
  }
}
