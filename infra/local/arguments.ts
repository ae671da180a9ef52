import { parseArgs } from 'node:util';

const USAGE = 'Usage: npm start [-- --demo]\n\n  --demo  load a small newsroom when the site is empty';

/** What the command line asks for. @throws Error whose message ends with the usage */
export function readArguments(args: string[]): { demo: boolean } {
  try {
    return parseArgs({ args, options: { demo: { type: 'boolean', default: false } } }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`, {
      cause: error,
    });
  }
}
