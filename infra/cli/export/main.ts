import * as v from 'valibot';
import { createClient } from '../../client/source/index.ts';
import { parse, startCommand, UsageError, type Command } from '../../core/command.ts';
import { actAsProcess } from '../../../shared/platform/store/audit/actor.ts';
import { recordAlone } from '../../../shared/platform/store/audit/record.ts';
import { site } from '../../../shared/platform/site/site.ts';
import { readBadges } from '../../../shared/taxonomy/badges/record.ts';
import { explainAt, onStack, onStoppedData, PLACE_OPTIONS } from '../place.ts';
import { OTHERS } from '../entities.ts';
import { readConcurrency, readDataDir, requireService, requireSingleArgument } from '../options.ts';
import { checkConnection, reportingFetch } from '../reach.ts';
import { KEY_USAGE, readServiceKey } from '../service-key.ts';
import { exportSite } from './export.ts';
import { makeExportFolder, requireExportFolder } from './folder.ts';
import { formatCounts } from './format/manifest.ts';
import { ApiSource } from './read/api-source.ts';
import { RETRY } from './read/download.ts';
import type { Source } from './read/source.ts';
import { TableSource } from './read/table-source.ts';
import { print, report } from '../../core/terminal.ts';

const USAGE = `Usage: npm run export -- <folder> --data-dir <folder> | --stack <name> [--region <region>] | --url <address>

Copies a whole site into a folder: records as JSON lines, the original images and documents, and a manifest with
checksums. npm run import fills an empty site with it.

  --data-dir     the data folder of a stopped service on this machine, such as .local
  --stack        a deployed stack, such as broadsheet-prod, with the credentials and region of your AWS environment
  --url          base URL of any service, such as http://127.0.0.1:4000: less is exported, since the API does not return
                 everything, such as emails, webhooks, records of added resources, and images and documents without
                 references
  --concurrency  concurrent requests, 1 to 32 (6)

With --url, it needs an administrator's API key, with all permissions. ${KEY_USAGE}

Passwords, API keys and the secrets of webhooks are never exported. A second run into the same folder replaces the records and
keeps the images and documents that are already there, unless they are cut or changed; a folder that holds anything else is refused.
Names each stored file that is lost or damaged, copies all else, and then ends with 1 and without a manifest.`;

interface Options {
  folder: string;
  url: string;
  key: string;
  concurrency: number;
  dataDir: string | undefined;
  stack: string | undefined;
  region: string | undefined;
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
      ...PLACE_OPTIONS,
      concurrency: { ...text, default: '6' },
    },
  });
  const folder = requireSingleArgument(positionals, 'folder');
  const { url, key, stack, region } = values;
  const dataDir = readDataDir(values['data-dir']);
  if ([dataDir, stack, url || undefined].filter(place => place !== undefined).length !== 1)
    throw new UsageError('Give one of --data-dir, --stack and --url.');
  if (url !== '') requireService(url);
  return { folder, url, key, dataDir, stack, region, concurrency: readConcurrency(values.concurrency) };
}

async function run(options: Options): Promise<void> {
  const { folder, dataDir, stack, region } = options;
  requireExportFolder(folder);
  const work = async (source: Source, site: string): Promise<void> => {
    makeExportFolder(folder);
    print(formatCounts(await exportSite({ ...options, source, site, report })));
  };
  const fromTable = async () => {
    // The entry of the audit trail may fail, which is only logged, but a table that does not answer ends the command.
    await readBadges({ consistent: true });
    await recordAlone({ action: 'site.export', id: null });
    await work(new TableSource(), site().baseUrl);
  };
  if (dataDir !== undefined) await onStoppedData(dataDir, fromTable);
  else if (stack !== undefined) await onStack(stack, region, fromTable);
  else await fromService(options, work);
}

/** At least the key of the request is among them. */
const Keys = v.pipe(v.array(v.object({ id: v.number() })), v.minLength(1));

async function fromService(
  { url, key: given }: Options,
  work: (source: Source, site: string) => Promise<void>,
): Promise<void> {
  const key = await readServiceKey(given);
  report(`Asking ${url}.`);
  // Fails early without the permission to manage keys, with which alone the API shows everything.
  await checkConnection({ url, key }, client => client.apiKeys.list(), Keys);
  const api = createClient({ url, key, retry: RETRY, fetch: reportingFetch(report) });
  reportLeftOut();
  await work(new ApiSource(api, url), url);
}

/** The resources that a newsroom has added have routes that no export knows. */
function reportLeftOut(): void {
  const kinds = OTHERS.map(({ declared: { name } }) => name);
  if (kinds.length > 0)
    report(`Left out: all records of ${kinds.join(', ')}. Only --data-dir and --stack export them.`);
}

export const exporting: Command<Options> = {
  usage: USAGE,
  read: readOptions,
  run: options => actAsProcess('export command', () => run(options)),
  explain: explainAt,
};

await startCommand(import.meta.filename, exporting);
