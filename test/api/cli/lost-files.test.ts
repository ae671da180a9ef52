import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createClient } from '../../../infra/client/source/index.ts';
import { exportSite } from '../../../infra/cli/export/export.ts';
import { ApiSource } from '../../../infra/cli/export/read/api-source.ts';
import type { Source } from '../../../infra/cli/export/read/source.ts';
import { TableSource } from '../../../infra/cli/export/read/table-source.ts';
import { deleteObjects, getObject, putObject, type Place } from '../../../shared/platform/files/objects.ts';
import { getItem } from '../../../shared/platform/store/table.ts';
import { readObjectKey } from '../../../shared/posts/record/content.ts';
import { contentKey } from '../../../shared/posts/record/record.ts';
import { useApi } from '../../support/api/api.ts';
import { largeBody } from '../../support/api/tour.ts';
import { readLines } from '../../support/import/site-export.ts';
import { makeDocument } from '../../support/resources/documents.ts';
import { makeDraft, makePost } from '../../support/resources/posts.ts';

const api = useApi((url: string) => ({ baseUrl: url, mediaBaseUrl: `${url}/media` }));

it('an export names the lost file of a document to which no record refers, and has no manifest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lost-'));
  const file = toPlace(await makeDocument(api));
  const bytes = await lose(file);
  const exporting = exportSite({
    ...{ folder, site: api.stack.url, source: new TableSource(), concurrency: 1 },
    report: () => undefined,
  });
  await expect(exporting).rejects.toThrow(`The object media/${file.key} is missing. Restore a backup of it.`);
  // At the end of a test file all that is stored has to agree.
  await putObject(file, bytes);
});

async function lose(place: Place): Promise<Buffer> {
  const bytes = await getObject(place);
  await deleteObjects(place, { before: new Date(Date.now() + 60_000), keeps: () => false });
  return bytes;
}

function toPlace({ file_original_url }: { file_original_url: string }): Place {
  const [, key = ''] = new URL(file_original_url).pathname.split('/media/');
  return { bucket: 'media', key };
}

it('an export names each lost file, and copies the rest without a manifest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lost-'));
  const [first, second, whole] = [await makeDocument(api), await makeDocument(api), await makeDocument(api)];
  const unreadable = await makeDraft(api, { headline: 'Lost', body: largeBody() });
  const { id } = await makeDraft(api, { headline: 'Whole', body: largeBody() });
  const text = readObjectKey(await getItem(contentKey(unreadable.id), { consistent: true })) ?? '';
  const places = [toPlace(first), toPlace(second), { bucket: 'content', key: text } as const];
  const lost = [];
  for (const place of places) lost.push({ place, bytes: await lose(place) });
  const error: unknown = await exportSite({
    ...{ folder, site: api.stack.url, source: new TableSource(), concurrency: 1 },
    report: () => undefined,
  }).catch((thrown: unknown) => thrown);

  const [one = '', two = '', three = '', sum] = String(error)
    .replace(/^Error: /, '')
    .split('\n');
  const missing = ({ bucket, key }: Place) =>
    `The object ${bucket}/${key} is missing. Restore a backup of it.`;
  expect([one, two, three]).toEqual([
    `post ${unreadable.id}: ${missing(places[2]!)}`,
    `document ${first.id}: ${missing(places[0]!)}`,
    `document ${second.id}: ${missing(places[1]!)}`,
  ]);
  expect(sum).toMatch(/^3 lost or damaged\./);
  expect(await readdir(folder)).not.toContain('manifest.json');
  expect((await readLines(folder, 'posts')).map(line => line.id)).toContain(id);
  expect((await readLines(folder, 'documents')).map(line => line.id)).toContain(whole.id);
  for (const { place, bytes } of lost) await putObject(place, bytes);
});

const SOURCES: [string, () => Source][] = [
  ['the table', () => new TableSource()],
  ['the API', () => new ApiSource(createClient({ url: api.stack.url, key: api.adminKey }), api.stack.url)],
];

it.each(SOURCES)(
  'a second export from %s keeps whole files, and writes cut and changed ones again',
  async (_, open) => {
    const folder = await mkdtemp(join(tmpdir(), 'again-'));
    const run = () =>
      exportSite({ folder, site: api.stack.url, source: open(), concurrency: 1, report: () => undefined });
    const documents = [await makeDocument(api), await makeDocument(api), await makeDocument(api)];
    await makePost(api, { body: documents.map(({ shortcode }) => shortcode).join(' ') });
    await run();
    const [cut = '', changed = '', whole = ''] = documents.map(each =>
      join(folder, 'media', toPlace(each).key),
    );
    const bytes = await readFile(whole);
    const { ino } = await stat(whole);
    await writeFile(cut, bytes.subarray(0, 100));
    await writeFile(changed, bytes.toReversed());

    await run();
    expect((await readFile(cut)).equals(bytes)).toBe(true);
    expect((await readFile(changed)).equals(bytes)).toBe(true);
    // A file that is written again is another one under the same name.
    expect((await stat(whole)).ino).toBe(ino);
  },
);
