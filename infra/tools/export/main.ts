import { mkdirSync } from 'node:fs';
import { createClient } from '../../client/source/index.ts';
import { parse, reasonOf, startCommand, UsageError, type Command } from '../../core/command.ts';
import { explain as explainAws, useRegion, useStack } from '../deployed.ts';
import { requireSingleArgument, readConcurrency, requireService } from '../options.ts';
import { checkConnection, reportingFetch } from '../reach.ts';
import { exportSite } from './export.ts';
import { formatCounts } from './format/manifest.ts';
import { RETRY } from './read/download.ts';
import { print, report } from '../../core/terminal.ts';

const USAGE = `Usage: npm run export -- <folder> --url <address> --key <API key> [--stack <name> [--region <region>] [--all-files]]

Copies a whole site into a folder: records as JSON lines, the original images and documents, and a manifest with
checksums. npm run import fills an empty site with it.

  --url          base URL of the service, such as http://127.0.0.1:4000
  --key          an administrator's API key, with all permissions
  --stack        the site's deployed stack: its table has data that the API does not return, such as emails
  --all-files    includes images and documents without references; needs --stack, since only the bucket lists them
  --concurrency  concurrent requests, 1 to 32 (6)

A second run into the same folder replaces the records and keeps the images and documents that are already there.`;

interface Options {
  folder: string;
  url: string;
  key: string;
  concurrency: number;
  stack: string | undefined;
  region: string | undefined;
  allFiles: boolean;
}

/** @throws Error when the command line is wrong */
function readOptions(args: string[]): Options {
  const text = { type: 'string', default: '' } as const;
  const { values, positionals } = parse({
    args,
    allowPositionals: true,
    options: {
      url: text,
      key: text,
      stack: { type: 'string' },
      region: { type: 'string' },
      'all-files': { type: 'boolean', default: false },
      concurrency: { ...text, default: '6' },
    },
  });
  const folder = requireSingleArgument(positionals, 'folder');
  requireService(values);
  const concurrency = readConcurrency(values.concurrency);
  const { url, key, stack, region, 'all-files': allFiles } = values;
  if (allFiles && stack === undefined)
    throw new UsageError('--all-files needs --stack: the API lists neither images nor documents.');
  return { folder, url, key, concurrency, stack, region, allFiles };
}

async function run({ folder, url, key, concurrency, stack, region, allFiles }: Options): Promise<void> {
  report(`Asking ${url}.`);
  // Fails early without the permission to manage keys, with which alone the API shows everything.
  await checkConnection({ url, key }, client => client.apiKeys.list());
  makeFolder(folder);
  useRegion(region);
  if (stack !== undefined) await useStack(stack);
  const api = createClient({ url, key, retry: RETRY, fetch: reportingFetch(report) });
  const fromTable = stack !== undefined;
  const manifest = await exportSite({ folder, url, api, concurrency, fromTable, allFiles, report });
  print(formatCounts(manifest));
}

/** @throws UsageError that names the folder */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new UsageError(`The folder ${folder} can't be made: ${reasonOf(error)}`, { cause: error });
  }
}

function explain(error: unknown, { stack, region }: Options): string {
  return stack === undefined ? reasonOf(error) : explainAws(error, { table: undefined, stack, region });
}

export const exporting: Command<Options> = { usage: USAGE, read: readOptions, run, explain };

await startCommand(import.meta.filename, exporting);
