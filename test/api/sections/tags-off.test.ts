import { expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi({ features: { tagsApi: false } });

it('every endpoint of /tags returns 404 and names the feature when features.tagsApi is off', async () => {
  for (const reply of [
    await api.post('/tags', { title: 'T', url: 't' }),
    await api.put('/tags/1', { title: 'T' }),
    await api.delete('/tags/1'),
    await api.get('/tags'),
    await api.get('/tags/1'),
    // Also where the input has a fault.
    await api.post('/tags', {}),
    await api.put('/tags/abc', { title: 5 }),
  ]) {
    expectRefused(
      reply,
      404,
      'not_found',
      'The tags API is switched off: the site’s setting features.tagsApi',
    );
  }
  expect((await api.get('/sections')).status).toBe(200);
});
