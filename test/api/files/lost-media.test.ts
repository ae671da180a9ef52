import { expect, it, vi } from 'vitest';
import { deleteObjects, getObject, putObject, type Place } from '../../../shared/platform/files/objects.ts';
import { useApi } from '../../support/api/api.ts';
import { makeDocument } from '../../support/resources/documents.ts';

const api = useApi((url: string) => ({ baseUrl: url, mediaBaseUrl: `${url}/media` }));

it('a file that is lost is 404 with a line in the log, and any other address without a file without one', async () => {
  const { id, file_original_url: url } = await makeDocument(api);
  const place: Place = { bucket: 'media', key: new URL(url).pathname.slice('/media/'.length) };
  const bytes = await getObject(place);
  await deleteObjects(place, { before: new Date(8.64e15), keeps: () => false });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const statuses = [];
  for (const address of [url, `${url}x`, url.replace(`/${id}/`, '/1/'), url.replace('documents', 'images')])
    statuses.push((await fetch(address)).status);
  expect(statuses).toEqual([404, 404, 404, 404]);
  const lines = [
    [`The object media/${place.key} is missing, but its record is there. Restore a backup of it.`],
  ];
  await vi.waitFor(() => expect(logged.mock.calls).toEqual(lines));
  logged.mockRestore();
  // At the end of a test file all that is stored has to agree.
  await putObject(place, bytes);
});
