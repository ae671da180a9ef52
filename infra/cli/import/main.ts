import { statSync } from 'node:fs';
import { actAsProcess } from '../../../shared/platform/store/audit/actor.ts';
import { parse, startCommand, UsageError, type Command } from '../../core/command.ts';
import { setVariables } from '../../core/environment.ts';
import { formatCounts } from '../export/format/manifest.ts';
import { requireOnDisk, requireSingleArgument, readConcurrency } from '../options.ts';
import { importSite } from './import.ts';
import { openTasks } from './tasks.ts';
import { explainAt, onDataFolder, onStack, PLACE_OPTIONS, readPlace, type Place } from '../place.ts';
import { print, report } from '../../core/terminal.ts';

const USAGE = `Usage: npm run import -- <folder> [--data-dir .local | --stack <name> [--region <region>]] [--dry-run]

Fills an empty site with an export of npm run export, with the same ids, order and times. An empty site is a new one without
authors other than the first administrator. If the export has an author of the same name, the administrator becomes that author
and keeps the API key.

  --data-dir     the data folder of a stopped service on this machine (default: DATA_DIR, or .local)
  --stack        a deployed stack, such as broadsheet-prod, with the credentials and region of your AWS environment
  --concurrency  concurrent writes, 1 to 32 (8)
  --indexers     with --stack: functions that update the search index at the same time, 1 to 4 (2)
  --dry-run      validates the export and the site, and writes nothing

After an interruption, run the same command again to continue.`;

interface Options extends Place {
  folder: string;
  concurrency: number;
  /** The number of indexers, as in the variable INDEXERS. */
  indexers: string | undefined;
  dryRun: boolean;
}

/** @throws Error when the command line is wrong */
function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values, positionals } = parse({
    args,
    allowPositionals: true,
    options: {
      ...PLACE_OPTIONS,
      concurrency: { ...text, default: '8' },
      indexers: text,
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const folder = requireSingleArgument(positionals, 'folder');
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`There is no folder ${folder}.`);
  const { indexers, 'dry-run': dryRun } = values;
  const place = readPlace(values);
  const { stack, dataDir } = place;
  if (stack === undefined) requireOnDisk(dataDir);
  const concurrency = readConcurrency(values.concurrency);
  if (indexers !== undefined && stack === undefined) throw new Error('--indexers needs --stack.');
  if (indexers !== undefined && !/^[1-4]$/.test(indexers))
    throw new UsageError('--indexers must be a whole number from 1 to 4.');
  return { ...place, folder, concurrency, indexers, dryRun };
}

async function run(options: Options): Promise<void> {
  const { folder, dataDir, stack, region, concurrency, indexers, dryRun } = options;
  setVariables({ INDEXERS: indexers });
  const work = async (): Promise<void> => {
    const manifest = await importSite({ folder, dryRun, concurrency, report });
    print(formatCounts(manifest));
    for (const line of await openTasks(folder, manifest)) print(line);
  };
  await (stack === undefined ? onDataFolder(dataDir, work) : onStack(stack, region, work));
}

export const importing: Command<Options> = {
  usage: USAGE,
  read: readOptions,
  run: options => actAsProcess('import command', () => run(options)),
  explain: explainAt,
};

await startCommand(import.meta.filename, importing);
