import { afterEach, describe, expect, it } from 'vitest';
import { useApi, withoutSweeps } from '../../support/api/api.ts';
import { beforeFirst, withFaults } from '../../support/aws/faults.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { restoreClock, stopClock } from '../../support/time/clock.ts';
import { BODY, IN_AN_HOUR_TS, NEW_BODY, OTHER_BODY, stagingCalls } from '../../support/resources/staged.ts';

const api = useApi({}, undefined, withoutSweeps);
const { put, open, makeWriter } = stagingCalls(api);

afterEach(restoreClock);

describe('PUT /editor/posts/{id} with autosave of a published post', () => {
  it('stages an autosave, also when the post went live after the editor opened it', async () => {
    const { id } = await makeDraft(api, { body: BODY });
    await ok(put(id, { body: NEW_BODY, body_version: 1, autosave: true }));
    await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    const live = await open(id);
    stopClock(30);
    const { status, body } = await put(id, { body: OTHER_BODY, body_version: 2, autosave: true });
    expect([status, body.staged, body.body]).toEqual([200, true, OTHER_BODY]);
    expect(await open(id)).toMatchObject({
      body: NEW_BODY,
      version: live.version,
      updated_ts: live.updated_ts,
    });
    const next = { body: BODY, body_version: body.body_version, autosave: true };
    expect((await put(id, next)).body).toMatchObject({ staged: true, body: BODY });
  });

  it('goes on in the post itself when that is a draft again', async () => {
    const { id } = await makePost(api, { body: BODY });
    const unpublish = () => api.put(`/posts/${id}`, { action: 'unpublish' });
    const saved = await withFaults(beforeFirst('TransactWriteItemsCommand', unpublish), () =>
      ok(put(id, { body: NEW_BODY, autosave: true })),
    );
    expect(saved).toMatchObject({ status: 'draft', staged: false, body: NEW_BODY });
  });

  it('stages the autosave of an author who may not publish, and refuses that of others with 403 and the state', async () => {
    const writer = await makeWriter();
    const other = await makeWriter();
    const fields = { roar_author_ids: [writer.authorId], body: BODY };
    const [post, planned] = [await makePost(api, fields), await makeDraft(api, fields)];
    await ok(api.put(`/scheduled_posts/${planned.id}`, { scheduled_at: IN_AN_HOUR_TS }));
    for (const [{ id }, state] of [
      [post, 'published'],
      [planned, 'scheduled'],
    ] as const) {
      const autosave = { body: NEW_BODY, autosave: true };
      const refused = await put(id, autosave, { key: other.key });
      expect([refused.status, refused.body.data]).toEqual([403, { state }]);
      expect((await put(id, autosave, { key: writer.key })).body).toMatchObject({
        staged: true,
        status: state,
      });
      expect((await open(id)).body).toBe(BODY);
    }
  });
});
