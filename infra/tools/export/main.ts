import { parseArgs } from 'node:util';
import { createClient } from '../../client/source/index.ts';
import { reasonOf, runCommand } from '../command.ts';
import { explain as explainAws, useStack } from '../deployed.ts';
import { exportSite } from './export.ts';
import { countsOf } from './format/summary.ts';
import { PATIENCE } from './read/download.ts';

const USAGE = `Usage: npm run export -- <folder> --url <address> --key <API key> [--stack <name> [--region <region>]]

Copies a whole site into a folder: records as JSON lines, images and documents as they were sent, and a manifest with their
checksums. npm run import puts it into an empty site.

  --url          base address of the service, such as http://127.0.0.1:4000
  --key          an administrator's API key, with all permissions
  --stack        the site's deployed stack: its table tells what the API doesn't answer, such as emails
  --concurrency  requests in flight at once, 1 to 32

Run again into the same folder it begins anew, but for images and documents that are there already.`;

interface Options {
  folder: string;
  url: string;
  key: string;
  concurrency: number;
  stack: string | undefined;
  region: string | undefined;
}

const MOST_AT_ONCE = 32;

/** @throws Error that says what is wrong with the command line */
function readOptions(args: string[]): Options {
  const text = { type: 'string', default: '' } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      url: text,
      key: text,
      stack: { type: 'string' },
      region: { type: 'string' },
      concurrency: { ...text, default: '6' },
    },
  });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new Error('Name one folder.');
  const { url, key, stack, region } = values;
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new Error('--url must be an http or https address.');
  if (key === '') throw new Error('--key must be an API key of the service.');
  const concurrency = Number(values.concurrency);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MOST_AT_ONCE)
    throw new Error(`--concurrency must be a whole number from 1 to ${MOST_AT_ONCE}.`);
  return { folder, url, key, concurrency, stack, region };
}

async function run({ folder, url, key, concurrency, stack, region }: Options): Promise<void> {
  const api = createClient({ url, key, retry: PATIENCE });
  // Who may not manage keys is shown less than there is.
  await api.apiKeys.list();
  if (region) process.env.AWS_REGION = region;
  if (stack !== undefined) await useStack(stack);
  const fromTable = stack !== undefined;
  const report = (line: string): void => console.error(line);
  const manifest = await exportSite({ folder, url, api, concurrency, fromTable, report });
  console.log(countsOf(manifest));
}

const explain = (error: unknown, { stack, region }: Options): string =>
  stack === undefined ? reasonOf(error) : explainAws(error, { table: undefined, stack, region });

await runCommand(USAGE, readOptions, run, explain);
