import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exportSite } from '../../../infra/cli/export/export.ts';
import { TableSource } from '../../../infra/cli/export/read/table-source.ts';
import { deleteObjects, getObject, putObject } from '../../../shared/platform/files/objects.ts';
import { useApi } from '../../support/api/api.ts';
import { makeDocument } from '../../support/resources/documents.ts';

const api = useApi((url: string) => ({ baseUrl: url, mediaBaseUrl: `${url}/media` }));

it('an export names the lost file of a document to which no record refers, and has no manifest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lost-'));
  const { file_original_url } = await makeDocument(api);
  const [, key = ''] = new URL(file_original_url).pathname.split('/media/');
  const file = { bucket: 'media', key } as const;
  const bytes = await getObject(file);
  await deleteObjects(file, { before: new Date(Date.now() + 60_000), keeps: () => false });
  const exporting = exportSite({
    ...{ folder, site: api.stack.url, source: new TableSource(), concurrency: 1 },
    report: () => undefined,
  });
  await expect(exporting).rejects.toThrow(`The object media/${key} is missing. Restore a backup of it.`);
  // At the end of a test file all that is stored has to agree.
  await putObject(file, bytes);
});
