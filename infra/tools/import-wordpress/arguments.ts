import { parse } from '../../core/command.ts';
import { requireSingleArgument, readConcurrency, requireService } from '../options.ts';
import type { ImportOptions } from './import.ts';

export const USAGE = `Usage: npm run import:wordpress -- <export.xml> --url <address> --key <API key> [options]

  --url          base URL of the service, such as http://127.0.0.1:4000
  --key          an API key with the permissions manage_authors, manage_sections, write_draft, publish_post and upload
  --concurrency  concurrent requests, 1 to 32 (6)
  --no-media     imports no images: posts keep the old URLs (needs no upload)
  --dry-run      reads and validates the file, prints the result, and sends nothing (needs no --url and --key)

A repeated run creates nothing twice. Posts that have been removed from the site are imported again.`;

export type Arguments = Omit<ImportOptions, 'report' | 'progress'>;

/** Parses the command line. @throws UsageError */
export function parseArguments(args: string[]): Arguments {
  const { positionals, values } = parse({
    args,
    allowPositionals: true,
    options: {
      url: { type: 'string', default: '' },
      key: { type: 'string', default: '' },
      concurrency: { type: 'string', default: '6' },
      'dry-run': { type: 'boolean', default: false },
      'no-media': { type: 'boolean', default: false },
    },
  });
  const file = requireSingleArgument(positionals, 'export file');
  const concurrency = readConcurrency(values.concurrency);
  const dryRun = values['dry-run'];
  if (!dryRun) requireService(values);
  return { file, url: values.url, key: values.key, concurrency, dryRun, media: !values['no-media'] };
}
