import { realpathSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The command can't be run as it was typed, or as the environment is set. The message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Command<Options> {
  /** Printed for `--help`, and after what is wrong with the command line. */
  usage: string;
  /** Reads what was typed. @throws Error that says what is wrong with it */
  read: (args: string[]) => Options;
  run: (options: Options) => Promise<void>;
  /** Says why it failed, to the person who typed it. */
  explain?: (error: unknown, options: Options) => string;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs a command line. @returns the exit code: 0 done, 1 failed, 2 it can't be run as typed or set */
export async function runCommand<Options>(
  { usage, read, run, explain = reasonOf }: Command<Options>,
  args: string[],
): Promise<number> {
  if (asksForHelp(args)) {
    console.log(usage);
    return 0;
  }
  let options: Options;
  try {
    options = read(args);
  } catch (error) {
    console.error(`${reasonOf(error)}\n\n${usage}`);
    return 2;
  }
  try {
    await run(options);
    return 0;
  } catch (error) {
    console.error(explain(error, options));
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Runs a command when its file was started, and not when a test imports it. */
export async function startCommand<Options>(file: string, command: Command<Options>): Promise<void> {
  if (!isStarted(file)) return;
  const code = await runCommand(command, process.argv.slice(2));
  if (code !== 0) process.exitCode = code;
}

/** Whether this file is the one that Node.js was started with; npm may have named it by way of a symbolic link. */
export function isStarted(file: string): boolean {
  const [, started] = process.argv;
  return started !== undefined && realpathSync(started) === file;
}

/** Takes a command line apart, as `parseArgs` of Node.js does. @throws UsageError that names an unknown option */
export function parse<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // Node.js goes on with advice on positional arguments, which hardly anybody meant.
    throw new UsageError(reasonOf(error).replace(/(?:\. To specify .*|\.)?$/s, '.'), { cause: error });
  }
}

/** Reads the command line of a command that takes nothing. @throws UsageError */
export function readNothing(args: string[]): void {
  parse({ args, options: {} });
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}
