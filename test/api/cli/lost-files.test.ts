import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { DamagedObject } from '../../../infra/aws-local/s3/objectfile.ts';
import { LocalMedia } from '../../../infra/aws-local/http-api/media.ts';
import { createClient } from '../../../infra/client/source/index.ts';
import { exportSite } from '../../../infra/cli/export/export.ts';
import { ApiSource } from '../../../infra/cli/export/read/api-source.ts';
import type { Source } from '../../../infra/cli/export/read/source.ts';
import { TableSource } from '../../../infra/cli/export/read/table-source.ts';
import { deleteObjects, getObject, putObject, type Place } from '../../../shared/platform/files/objects.ts';
import { getItem } from '../../../shared/platform/store/table.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
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

it('an export names a post whose record and text do not match, and copies the others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lost-'));
  const { id: unreadable } = await makeDraft(api, { headline: 'Lost', body: 'Short.' });
  const { id } = await makeDraft(api, { headline: 'Whole', body: 'Short too.' });
  const text = await getItem(contentKey(unreadable), { consistent: true });
  await new Transaction().delete(contentKey(unreadable)).commit();
  const exporting = exportSite({
    ...{ folder, site: api.stack.url, source: new TableSource(), concurrency: 1 },
    report: () => undefined,
  });
  await expect(exporting).rejects.toThrow(
    new RegExp(
      `^post ${unreadable}: Record and text of POST#${unreadable} do not match\\.[^\n]*\n1 lost or damaged\\.`,
    ),
  );
  expect((await readLines(folder, 'posts')).map(line => line.id)).toContain(id);
  await new Transaction().put(text!).commit();
});

const openApi = () =>
  new ApiSource(
    createClient({ url: api.stack.url, key: api.adminKey, retry: { attempts: 1 } }),
    api.stack.url,
  );

it('an export from the API names each damaged file, and copies the rest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lost-'));
  const documents = [await makeDocument(api), await makeDocument(api)];
  const { id } = await makePost(api, { body: documents.map(({ shortcode }) => shortcode).join(' ') });
  const serving = vi.spyOn(LocalMedia.prototype, 'serve');
  serving.mockRejectedValue(new DamagedObject('its-file', 'its data is cut'));
  const exporting = exportSite({
    ...{ folder, site: api.stack.url, concurrency: 1, report: () => undefined },
    source: openApi(),
  });
  const faults = documents.map(
    each =>
      `document ${each.id}: ${each.file_original_url} can't be downloaded: 500. If that lasts, restore a backup of it.`,
  );
  await expect(exporting).rejects.toThrow(`${faults.join('\n')}\n2 lost or damaged.`);
  serving.mockRestore();
  expect((await readLines(folder, 'posts')).map(line => line.id)).toContain(id);
});

it('an export from the API names each post whose text is lost, and copies the others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lost-'));
  const whole = [await makePost(api), await makeDraft(api)];
  const file = await makePost(api, { body: largeBody() });
  const item = await makeDraft(api, { body: 'Short.' });
  whole.push(await makePost(api), await makeDraft(api));
  const key = readObjectKey(await getItem(contentKey(file.id), { consistent: true })) ?? '';
  const bytes = await lose({ bucket: 'content', key });
  const text = await getItem(contentKey(item.id), { consistent: true });
  await new Transaction().delete(contentKey(item.id)).commit();
  const exporting = exportSite({
    ...{ folder, site: api.stack.url, concurrency: 1, report: () => undefined },
    source: openApi(),
  });
  const says = 'The log of the service says what is lost.';
  await expect(exporting).rejects.toThrow(
    `post ${item.id}: 503 unavailable. ${says}\npost ${file.id}: 500 internal_error. ${says}\n2 lost or damaged.`,
  );
  const ids = (await readLines(folder, 'posts')).map(line => line.id);
  expect(ids).toEqual(expect.arrayContaining(whole.map(post => post.id)));
  await putObject({ bucket: 'content', key }, bytes);
  await new Transaction().put(text!).commit();
});

const SOURCES: [string, () => Source][] = [
  ['the table', () => new TableSource()],
  ['the API', openApi],
];

it.each(SOURCES)(
  'a second export from %s keeps whole files, and writes cut and changed ones again',
  async (_, source) => {
    const folder = await mkdtemp(join(tmpdir(), 'again-'));
    const run = () =>
      exportSite({ folder, site: api.stack.url, source: source(), concurrency: 1, report: () => undefined });
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
