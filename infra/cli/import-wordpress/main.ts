import { parse, startCommand, type Command } from '../../core/command.ts';
import {
  readConcurrency,
  requireReadableFile,
  requireService,
  requireSingleArgument,
  requireSite,
} from '../options.ts';
import { KEY_USAGE, readServiceKey } from '../service-key.ts';
import { importWordpress, type ImportOptions } from './import.ts';
import { consoleProgress } from './progress.ts';
import { renderSummary } from './render.ts';
import { isSuccessful } from './summary.ts';
import { print, report } from '../../core/terminal.ts';

const USAGE = `Usage: npm run import:wordpress -- <export.xml> --url <address> [options]

  --url          base URL of the service, such as http://127.0.0.1:4000
  --site         the WordPress site's address, for an export that does not contain it
  --concurrency  concurrent requests, 1 to 32 (6)
  --no-media     imports no images: posts keep the old URLs (needs no upload)
  --dry-run      reads and validates the file, prints the result, and sends nothing (needs no --url and no key)

The API key needs the permissions manage_authors, manage_sections, write_draft, publish_post and upload. ${KEY_USAGE}

A repeated run creates nothing twice. Posts that have been removed from the site are imported again.`;

type Arguments = Omit<ImportOptions, 'report' | 'progress'>;

/** Parses the command line. @throws UsageError */
export function parseArguments(args: string[]): Arguments {
  const { positionals, values } = parse({
    args,
    allowPositionals: true,
    options: {
      url: { type: 'string', default: '' },
      key: { type: 'string', default: '' },
      site: { type: 'string' },
      concurrency: { type: 'string', default: '6' },
      'dry-run': { type: 'boolean', default: false },
      'no-media': { type: 'boolean', default: false },
    },
  });
  const file = requireSingleArgument(positionals, 'export file');
  const concurrency = readConcurrency(values.concurrency);
  const dryRun = values['dry-run'];
  if (!dryRun) requireService(values.url);
  const { url, key, site, 'no-media': withoutMedia } = values;
  requireSite(site);
  return { file, url, key, site, concurrency, dryRun, media: !withoutMedia };
}

function readOptions(args: string[]): Arguments {
  const options = parseArguments(args);
  requireReadableFile(options.file);
  return options;
}

async function run(options: Arguments): Promise<void> {
  const key = options.dryRun ? '' : await readServiceKey(options.key);
  const summary = await importWordpress({
    ...{ ...options, key },
    report,
    progress: consoleProgress(process.stderr.isTTY),
  });
  print(renderSummary(summary, options).join('\n'));
  if (!isSuccessful(summary))
    throw new Error(options.dryRun ? 'Some records can’t be imported.' : 'Not everything was imported.');
}

export const importing: Command<Arguments> = { usage: USAGE, read: readOptions, run };

await startCommand(import.meta.filename, importing);
