import { expect, it } from 'vitest';
import { toLike } from '../../../shared/posts/counters/likes/like.ts';
import { createRelation } from '../../../shared/platform/store/records/relation.ts';
import { drawHostility } from '../../support/aws/hostile-engines.ts';
import { useApi } from '../../support/api/api.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';

const api = useApi({}, undefined, undefined, drawHostility({ stale: 0.9 }));

it('GET /posts accepts a new API key of a new author at once', async () => {
  for (let round = 0; round < 10; round++) {
    const { key } = await api.makeKey('Administrator');
    expect((await api.get('/posts', { key })).status).toBe(200);
  }
});

it('GET /previews/{token} shows the draft of a new preview of a new key at once', async () => {
  for (let round = 0; round < 5; round++) {
    const { key } = await api.makeKey('Administrator');
    const { id } = await makeDraft(api, { headline: 'Shared' });
    const { token } = await ok(api.post(`/drafts/${id}/previews`, {}, { key }));
    expect(await ok(api.get(`/previews/${token}`, { key: null }))).toMatchObject({ headline: 'Shared' });
  }
});

it('GET /posts/{id}/likes lists the like of a new author at once', async () => {
  const { id } = await makePost(api);
  for (let count = 1; count <= 5; count++) {
    const { id: author } = await ok(api.post('/api/1.1/authors', { role: 'Reader' }));
    // As another process would, which knows the author.
    await createRelation(toLike(id, author));
    expect(await ok(api.get(`/posts/${id}/likes`))).toHaveLength(count);
  }
});
