import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../infra/client/source/index.ts';
import { exportSite } from '../../../infra/tools/export/export.ts';
import { putObject } from '../../../shared/files/objects.ts';
import { useApi } from '../support/api.ts';
import { runCli } from '../support/cli.ts';
import { makeDocument } from '../support/documents.ts';
import { makeImage } from '../support/images.ts';
import { makePost } from '../support/posts.ts';
import { linesOf } from '../support/site-export.ts';

const api = useApi((url: string) => ({ baseUrl: url, mediaBaseUrl: `${url}/media` }));
let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'export-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Exports as `--stack` does: this process's environment names the site's own table and buckets. */
async function exported(allFiles: boolean): Promise<{ folder: string; lines: string[] }> {
  const folder = join(dir, String(allFiles));
  const lines: string[] = [];
  await exportSite({
    folder,
    url: api.stack.url,
    api: createClient({ url: api.stack.url, key: api.adminKey }),
    concurrency: 4,
    fromTable: true,
    allFiles,
    report: line => lines.push(line),
  });
  return { folder, lines };
}

it('reports the number of unreferenced files, and exports them with --all-files', async () => {
  const [shown, unused, other] = [await makeImage(api), await makeImage(api), await makeImage(api)];
  const document = await makeDocument(api);
  await makePost(api, { headline: 'Shown', image_id: shown.id });
  // A file without a record does not belong to the site.
  await putObject({ bucket: 'media', key: 'images/7/original.png' }, Buffer.from('left over'));

  const some = await exported(false);
  expect(some.lines).toContain('Files without references: 3, left out (--all-files includes them).');
  expect((await linesOf(some.folder, 'images')).map(({ id }) => id)).toEqual([shown.id]);

  const all = await exported(true);
  expect(all.lines).toContain('Files without references: 3.');
  expect((await linesOf(all.folder, 'images')).map(({ id }) => id)).toEqual([shown.id, unused.id, other.id]);
  expect((await linesOf(all.folder, 'documents')).map(({ id }) => id)).toEqual([document.id]);
  const manifest = JSON.parse(await readFile(join(all.folder, 'manifest.json'), 'utf8'));
  expect(Object.keys(manifest.files).filter(name => name.startsWith('media/'))).toHaveLength(4);
});

it('exits with 1 and names the address when no server answers there', async () => {
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
  expect(stderr).toMatch(new RegExp(`^Asking ${url}\\.\nNo answer from ${url}: .*ECONNREFUSED.*\n$`));
});

it('exits with 1 and a single error line when the API key is wrong', async () => {
  const address = ['--url', api.stack.url, '--key', 'wrong'];
  const { code, stderr } = await runCli('export/main', [join(dir, 'wrong'), ...address]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `Asking ${api.stack.url}.\n403 api_key_invalid: API key is not valid\n`,
  });
});
