import { join } from 'node:path';
import { SET_ASIDE } from '../../aws-local/s3/check-objects.ts';
import { parse, startCommand, UsageError, type Command } from '../../core/command.ts';
import { readVariable } from '../../core/environment.ts';
import { print, report } from '../../core/terminal.ts';
import { explainFolder, requireDataFolder } from '../data-files.ts';
import { readDataDir, requireOnDisk, requireSingleArgument } from '../options.ts';
import { backUp, restore } from './copy.ts';

const USAGE = `Usage: npm run backup -- <folder> [--data-dir <folder>]
       npm run backup -- <folder> --restore [--data-dir <folder>]

Copies the data folder of a service on this machine into a new or empty folder, while the service runs or is stopped: the table
as of one moment, all files, schedules, and the administrator's API key, with their checksums. Names each damaged object, and ends
with 1 when there is any.

  --restore   copies a backup into a new or empty data folder instead, and compares all checksums
  --data-dir  the data folder (DATA_DIR, or .local)

A backup contains personal data and keys: it is readable by its owner only. Of a deployed stack, AWS makes backups.`;

/** The variables by which a part of the data folder is not the service's. */
const PARTS_ELSEWHERE = [
  'AWS_ENDPOINT_URL_DYNAMODB',
  'AWS_ENDPOINT_URL_S3',
  'AWS_ENDPOINT_URL_SCHEDULER',
] as const;

interface Options {
  folder: string;
  dataDir: string;
  restores: boolean;
}

/** @throws Error when the command line is wrong */
function readOptions(args: string[]): Options {
  const { values, positionals } = parse({
    args,
    allowPositionals: true,
    options: { 'data-dir': { type: 'string' }, restore: { type: 'boolean', default: false } },
  });
  const folder = requireSingleArgument(positionals, 'folder');
  const dataDir = readDataDir(values['data-dir']) ?? readVariable('DATA_DIR');
  requireOnDisk(dataDir);
  return { folder, dataDir, restores: values.restore };
}

/** The folder of a service whose table is elsewhere may be there, but old. @throws UsageError that names the variable */
function requireDataHere(dataDir: string): void {
  for (const name of PARTS_ELSEWHERE) {
    const elsewhere = readVariable(name);
    if (elsewhere)
      throw new UsageError(
        `${name}=${elsewhere}: the service has data there, which is not in ${dataDir}. To copy the folder all the same, unset the variable.`,
      );
  }
}

async function run({ folder, dataDir, restores }: Options): Promise<void> {
  if (restores) {
    const { count, damaged } = await restore(folder, dataDir);
    print(`Restored ${count} files into ${dataDir}.`);
    if (damaged > 0)
      report(
        `${damaged} objects were damaged when the backup was made, and are in ${join(dataDir, 's3', SET_ASIDE)}. npm run verify names what lacks them.`,
      );
    return;
  }
  requireDataHere(dataDir);
  requireDataFolder(dataDir);
  report(`Copying ${dataDir}.`);
  const { count, damaged } = await backUp(dataDir, folder, print);
  print(`Copied ${count} files into ${folder}.`);
  if (damaged > 0)
    throw new Error(
      `${damaged} damaged. All else is copied. Damaged objects are in ${join(folder, 's3', SET_ASIDE)}, and in a restored folder npm run ` +
        'verify names what lacks them: restore them from an earlier backup.',
    );
}

export const backup: Command<Options> = {
  usage: USAGE,
  read: readOptions,
  run,
  explain: (error, { dataDir }) => explainFolder(error, dataDir),
};

await startCommand(import.meta.filename, backup);
