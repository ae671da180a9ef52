import { accessSync, constants } from 'node:fs';
import { startCommand, UsageError, type Command } from '../../core/command.ts';
import { parseArguments, USAGE, type Arguments } from './arguments.ts';
import { importWordpress } from './import.ts';
import { consoleProgress } from './progress.ts';
import { renderSummary } from './render.ts';
import { isSuccessful } from './summary.ts';

function readOptions(args: string[]): Arguments {
  const options = parseArguments(args);
  try {
    accessSync(options.file, constants.R_OK);
  } catch (error) {
    throw new UsageError(`The file ${options.file} can't be read.`, { cause: error });
  }
  return options;
}

async function run(options: Arguments): Promise<void> {
  const summary = await importWordpress({
    ...options,
    report: line => console.error(line),
    progress: consoleProgress(process.stderr.isTTY),
  });
  console.log(renderSummary(summary, options).join('\n'));
  if (!isSuccessful(summary))
    throw new Error(options.dryRun ? 'Some records can’t be imported.' : 'Not everything was imported.');
}

export const importing: Command<Arguments> = { usage: USAGE, read: readOptions, run };

await startCommand(import.meta.filename, importing);
