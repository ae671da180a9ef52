import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportSite } from '../../../infra/cli/export/export.ts';
import { TableSource } from '../../../infra/cli/export/read/table-source.ts';
import { putObject } from '../../../shared/platform/files/objects.ts';
import { useApi } from '../../support/api/api.ts';
import { runCli } from '../../support/processes/cli.ts';
import { makeDocument } from '../../support/resources/documents.ts';
import { makeImage } from '../../support/resources/images.ts';
import { makePost } from '../../support/resources/posts.ts';
import { readLines } from '../../support/import/site-export.ts';

const api = useApi((url: string) => ({ baseUrl: url, mediaBaseUrl: `${url}/media` }));
let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'export-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

it('npm run export -- --stack exports images and documents to which no record refers', async () => {
  const images = [await makeImage(api), await makeImage(api), await makeImage(api)];
  const document = await makeDocument(api);
  await makePost(api, { headline: 'Shown', image_id: images[0].id });
  // A file without a record does not belong to the site.
  await putObject({ bucket: 'media', key: 'images/7/original.png' }, Buffer.from('left over'));

  const folder = join(dir, 'all');
  const lines: string[] = [];
  const report = (line: string): void => void lines.push(line);
  // As with --stack: this process's environment names the site's own table and buckets.
  await exportSite({ folder, site: api.stack.url, source: new TableSource(), concurrency: 4, report });
  expect(lines).toContain('Files without references: 3.');
  expect((await readLines(folder, 'images')).map(({ id }) => id)).toEqual(images.map(({ id }) => id));
  expect((await readLines(folder, 'documents')).map(({ id }) => id)).toEqual([document.id]);
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  expect(Object.keys(manifest.files).filter(name => name.startsWith('media/'))).toHaveLength(4);
});

it('npm run export exits with 1 and names the address when no server answers there', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.close();
  await once(server, 'close');

  const { code, stdout, stderr } = await runCli('export/main', [
    join(dir, 'dead'),
    '--url',
    url,
    '--key',
    'k',
  ]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(new RegExp(`Asking ${url}\\.\nNo answer from ${url}: .*ECONNREFUSED.*\n$`));
});

it('npm run export exits with 1 and a single error line when the API key is wrong', async () => {
  const args = [join(dir, 'wrong'), '--url', api.stack.url];
  const { code, stderr } = await runCli('export/main', args, { BROADSHEET_API_KEY: 'wrong' });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `Asking ${api.stack.url}.\n403 api_key_invalid: API key is not valid\n`,
  });
});
