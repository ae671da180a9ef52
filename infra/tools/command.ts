export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Runs a command line. Exit codes: 0 done, 1 failed, 2 the command can't be run as typed.
 * @param read takes what was typed apart, and throws what is wrong with it
 * @param explain says why it failed, to who typed it
 */
export async function runCommand<Options>(
  usage: string,
  read: (args: string[]) => Options,
  run: (options: Options) => Promise<void>,
  explain: (error: unknown, options: Options) => string = reasonOf,
): Promise<void> {
  let options: Options;
  try {
    options = read(process.argv.slice(2));
  } catch (error) {
    console.error(`${reasonOf(error)}\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  try {
    await run(options);
  } catch (error) {
    console.error(explain(error, options));
    process.exitCode = 1;
  }
}
