import { realpathSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { print, report } from './terminal.ts';

/** The command line or the environment is wrong. The message says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Command<Options> {
  /** Printed for `--help`, and after an error of the command line. */
  usage: string;
  /** Parses the command line. @throws Error when it is wrong */
  read: (args: string[]) => Options;
  run: (options: Options) => Promise<void>;
  /** Explains a failure to the user. */
  explain?: (error: unknown, options: Options) => string;
}

export function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs a command line. @returns the exit code: 0 success, 1 failure, 2 wrong command line or environment */
export async function runCommand<Options>(
  { usage, read, run, explain = toReason }: Command<Options>,
  args: string[],
): Promise<number> {
  if (asksForHelp(args)) {
    print(usage);
    return 0;
  }
  let options: Options;
  try {
    options = read(args);
  } catch (error) {
    report(`${toReason(error)}\n\n${usage}`);
    return 2;
  }
  try {
    await run(options);
    return 0;
  } catch (error) {
    report(explain(error, options));
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Runs a command when Node.js was started with its file, not when a test imports it. */
export async function startCommand<Options>(file: string, command: Command<Options>): Promise<void> {
  if (!isStarted(file)) return;
  const code = await runCommand(command, process.argv.slice(2));
  if (code !== 0) process.exitCode = code;
}

/** Prints the usage of a program that is no Command and ends it, if its command line asks for help. */
export function exitOnHelp(usage: string): void {
  if (!asksForHelp(process.argv.slice(2))) return;
  print(usage);
  process.exit(0);
}

/** Like `exitOnHelp`, for a program without arguments: any other argument ends it with an error. */
export function exitOnArguments(usage: string): void {
  exitOnHelp(usage);
  try {
    readNothing(process.argv.slice(2));
  } catch (error) {
    report(`${toReason(error)}\n\n${usage}`);
    process.exit(2);
  }
}

/** Whether Node.js was started with this file. npm may have named it by a symbolic link. */
export function isStarted(file: string): boolean {
  const [, started] = process.argv;
  return started !== undefined && realpathSync(started) === file;
}

/** Parses a command line as `parseArgs` of Node.js does. @throws UsageError that names an unknown option */
export function parse<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // Removes Node.js's advice on positional arguments, which rarely applies.
    throw new UsageError(toReason(error).replace(/(?:\. To specify .*|\.)?$/s, '.'), { cause: error });
  }
}

/** Parses the command line of a command without arguments. @throws UsageError */
export function readNothing(args: string[]): void {
  parse({ args, options: {} });
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}
