import { accessSync, constants } from 'node:fs';
import { parseArguments, USAGE, UsageError } from './arguments.ts';
import { importWordpress } from './import.ts';
import { consoleProgress } from './progress.ts';
import { renderSummary } from './render.ts';
import { succeeded } from './summary.ts';

/** Exit codes: 0 everything is there, 1 something failed, 2 the command can't be run as typed. */
async function main(): Promise<number> {
  try {
    const options = parseArguments(process.argv.slice(2));
    checkReadable(options.file);
    const summary = await importWordpress({
      ...options,
      report: line => console.error(line),
      progress: consoleProgress(process.stderr.isTTY),
    });
    console.log(renderSummary(summary).join('\n'));
    return succeeded(summary) ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    if (!(error instanceof UsageError)) return 1;
    console.error(`\n${USAGE}`);
    return 2;
  }
}

function checkReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new UsageError(`The file ${file} can't be read.`);
  }
}

process.exitCode = await main();
