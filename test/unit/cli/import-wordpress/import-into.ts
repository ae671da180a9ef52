import { importWordpress, type ImportOptions } from '../../../../infra/cli/import-wordpress/import.ts';
import type { Summary } from '../../../../infra/cli/import-wordpress/summary.ts';
import { exportFile } from './export.ts';
import { KEY, type FakeApi } from './fake-api.ts';

/** Imports the text of an export into the stand-in service. */
export function importInto(
  api: FakeApi,
  content: string,
  options: Partial<ImportOptions> = {},
): Promise<Summary> {
  return importWordpress({
    file: exportFile(content),
    url: api.url,
    key: KEY,
    concurrency: 4,
    dryRun: false,
    media: true,
    report: () => undefined,
    ...options,
  });
}
