import { existsSync } from 'node:fs';
import { parse, reasonOf, startCommand, UsageError, type Command } from '../command.ts';
import { explain as explainAws } from '../deployed.ts';
import { countsOf } from '../export/format/summary.ts';
import { onlyOne, readConcurrency } from '../options.ts';
import { importSite } from './import.ts';
import { onDataFolder, onStack } from './place.ts';

const USAGE = `Usage: npm run import -- <folder> [--data-dir .local | --stack <name> [--region <region>]] [--dry-run]

Fills an empty site with what npm run export wrote: ids, order and times are kept. An empty site is a new one, in which there is
nobody but the first administrator; of the same name in the export, it becomes that author, and its key works on.

  --data-dir     the data folder of a service on this machine that is stopped (DATA_DIR, else .local)
  --stack        a deployed stack, such as broadsheet-prod, with the credentials and region of your AWS environment
  --concurrency  records written at once, 1 to 32 (8)
  --dry-run      check the export and the site, write nothing

Run again after it was broken off, it goes on.`;

interface Options {
  folder: string;
  dataDir: string;
  stack: string | undefined;
  region: string | undefined;
  concurrency: number;
  dryRun: boolean;
}

/** @throws Error that says what is wrong with the command line */
function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values, positionals } = parse({
    args,
    allowPositionals: true,
    options: {
      stack: text,
      region: text,
      'data-dir': text,
      concurrency: { ...text, default: '8' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const folder = onlyOne(positionals, 'folder');
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}.`);
  const { stack, region, 'data-dir': given, 'dry-run': dryRun } = values;
  if (stack !== undefined && given !== undefined) throw new Error('Give --stack or --data-dir, not both.');
  const dataDir = given ?? process.env.DATA_DIR ?? '.local';
  if (stack === undefined && dataDir === ':memory:') throw new Error('--data-dir must be a folder.');
  const concurrency = readConcurrency(values.concurrency);
  return { folder, dataDir, stack, region, concurrency, dryRun };
}

async function run({ folder, dataDir, stack, region, concurrency, dryRun }: Options): Promise<void> {
  const report = (line: string): void => console.error(line);
  const work = async (): Promise<void> => {
    const manifest = await importSite({ folder, dryRun, concurrency, report });
    console.log(countsOf(manifest));
  };
  await (stack === undefined ? onDataFolder(dataDir, work) : onStack(stack, region, work));
}

function explain(error: unknown, { stack, region }: Options): string {
  return stack === undefined ? reasonOf(error) : explainAws(error, { table: undefined, stack, region });
}

export const importing: Command<Options> = { usage: USAGE, read: readOptions, run, explain };

await startCommand(import.meta.filename, importing);
