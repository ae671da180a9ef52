import { expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { readError } from '../../support/resources/sections.ts';

const api = useApi({ features: { publicRead: true } });

it('GET /sections and /tags without a key list only public records, and show unlisted ones by id', async () => {
  for (const kind of ['sections', 'tags']) {
    const ids: number[] = [];
    for (const status of [1, 2, 3]) {
      const made = await api.post(`/${kind}`, { title: `S${status}`, url: `s${status}`, status });
      ids.push(made.body.id);
    }
    const list = await api.get(`/${kind}`, { key: null });
    expect(list.body.map((record: { id: number }) => record.id)).toEqual([ids[1]]);
    expect(list.headers.get('x-total-count')).toBe('1');
    const statuses = [];
    for (const id of ids) statuses.push((await api.get(`/${kind}/${id}`, { key: null })).status);
    expect(statuses).toEqual([404, 200, 200]);
    expect(readError(await api.post(`/${kind}`, {}, { key: null }))).toEqual([401, 'api_key_missing']);
  }
  expect((await api.get('/sections/0', { key: null })).body.title).toBe('Home');
});
