import { describe, expect, it } from 'vitest';
import { deleteObjects } from '../../../shared/platform/files/objects.ts';
import { getItem } from '../../../shared/platform/store/table.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { readObjectKey } from '../../../shared/posts/record/content.ts';
import { contentKey } from '../../../shared/posts/record/record.ts';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { makePost, ok } from '../../support/resources/posts.ts';
import { allowDisagreements } from '../../support/table/checked-table.ts';

const api = useApi();
allowDisagreements(/has lost its content|the text of POST#/, 'contents are lost');

const WHOLE = { body: '<p>The bridge opens again.</p>', listicle: {} };

function loseItem(id: number): Promise<void> {
  return new Transaction().delete(contentKey(id)).commit();
}

async function loseObject(id: number): Promise<void> {
  const key = readObjectKey(await getItem(contentKey(id), { consistent: true })) ?? 'none';
  await deleteObjects({ bucket: 'content', key }, { before: new Date(8.64e15), keeps: () => false });
}

/** Too long for an item even when gzipped. */
const LONG = `<p>${Array.from({ length: 30_000 }, (_, index) => (index * 2_654_435_761) % 1_000_003).join(' ')}</p>`;

describe.each([
  ['item', '<p>Short.</p>', loseItem],
  ['object', LONG, loseObject],
])('a post whose content is lost, because its %s is missing', (_what, body, lose) => {
  it('saves a post whose text is lost with a new body and listicle, and makes no revision of what is lost', async () => {
    const { id, headline } = await makePost(api, { body });
    await lose(id);

    for (const sent of [{ headline: 'Other' }, { body: WHOLE.body }])
      expectRefused(await api.put(`/posts/${id}`, sent), 503, 'unavailable');
    const saved = await ok(api.put(`/posts/${id}`, WHOLE));
    expect(saved).toMatchObject({ headline, ...WHOLE });
    expect(await ok(api.get(`/posts/${id}`))).toMatchObject({ headline, ...WHOLE });
    expect(await ok(api.get('/posts'))).toContainEqual(expect.objectContaining({ id, body: WHOLE.body }));
    expectRefused(await api.get(`/editor/posts/${id}/revisions/1`), 404, 'not_found');
  });

  it('removes a post whose text is lost, after which lists answer again', async () => {
    const { id } = await makePost(api, { body });
    await lose(id);

    expect((await api.get('/posts')).status).toBeGreaterThanOrEqual(500);
    await ok(api.delete(`/posts/${id}`));
    expect(await ok(api.get('/posts'))).not.toContainEqual(expect.objectContaining({ id }));
  });
});
