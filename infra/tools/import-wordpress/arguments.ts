import { parseArgs } from 'node:util';
import type { ImportOptions } from './import.ts';

/** What the user typed can't be run. The message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const USAGE = `Usage: npm run import:wordpress -- <export.xml> --url <address> --key <API key> [options]

  --url          base address of the service, such as http://127.0.0.1:4000
  --key          an API key with the permissions manage_authors, manage_sections, write_draft, publish_post and upload
  --concurrency  requests in flight at once, 1 to 32 (6)
  --no-media     leave images out: posts keep the addresses that they have (needs no upload)
  --dry-run      read and check the file, show what would be made, send nothing (needs no --url and --key)

Running it again makes nothing twice. Posts removed on the site since are imported again.`;

const MAX_CONCURRENCY = 32;

type Arguments = Omit<ImportOptions, 'report' | 'progress'>;

/** Reads the command line. Throws UsageError. */
export function parseArguments(argv: readonly string[]): Arguments {
  const { positionals, values } = readOptions(argv);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('Name one export file.');
  const concurrency = Number(values.concurrency);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MAX_CONCURRENCY) {
    throw new UsageError(`--concurrency must be a whole number from 1 to ${MAX_CONCURRENCY}.`);
  }
  const dryRun = values['dry-run'];
  if (!dryRun) checkService(values.url, values.key);
  return { file, url: values.url, key: values.key, concurrency, dryRun, media: !values['no-media'] };
}

function readOptions(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        url: { type: 'string', default: '' },
        key: { type: 'string', default: '' },
        concurrency: { type: 'string', default: '6' },
        'dry-run': { type: 'boolean', default: false },
        'no-media': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function checkService(url: string, key: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new UsageError('--url must be an http or https address.');
  }
  if (key === '') throw new UsageError('--key must be an API key of the service.');
}
