import { describe, expect, it } from 'vitest';
import { makePosition } from '../../../shared/platform/values/position.ts';
import { publishAll, readDueEntries } from '../../../shared/posts/publishing/jobs/publish-due.ts';
import { applyDue } from '../../../shared/posts/publishing/staging/apply-due.ts';
import { useApi, withoutSweeps } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { beforeFirst, dyingAfter, withFaults } from '../../support/aws/faults.ts';
import { makePost, ok } from '../../support/resources/posts.ts';
import { findDisagreements } from '../../support/table/checked-table.ts';
import {
  BODY,
  IN_AN_HOUR_TS,
  isStaged,
  NEW_BODY,
  OTHER_BODY,
  stagingCalls,
} from '../../support/resources/staged.ts';

const api = useApi({}, undefined, withoutSweeps);
const { put, stage, open, openStaged, findRow, makeWriter } = stagingCalls(api);

describe('PUT /editor/posts/{id} with apply_at', () => {
  const AT_TS = IN_AN_HOUR_TS;

  it('applies the change at its time, and shows the plan until then', async () => {
    const { id, roar_author_ids } = await makePost(api, { body: BODY });
    await stage(id, { body: NEW_BODY });
    const planned = await ok(put(id, { apply_at: AT_TS }));
    expect(planned).toMatchObject({
      ...{ staged: true, body: NEW_BODY, version: 1 },
      staged_change: { apply_at: AT_TS, apply_by: roar_author_ids[0], failure: null },
    });
    expect((await findRow(id)).staged_change).toMatchObject({ apply_at: AT_TS });
    expect(await readDueEntries([makePosition(AT_TS, 0), makePosition(AT_TS + 1, 0)])).toContainEqual(
      expect.objectContaining({ id, isStaged: true }),
    );
    expect(await applyDue(id, () => AT_TS - 1)).toBeNull();
    await publishAll([{ id, isStaged: false }]);
    expect((await open(id)).body).toBe(BODY);
    expect(await applyDue(id, () => AT_TS)).toBe(0);
    expect(await applyDue(id, () => AT_TS)).toBeNull();
    expect(await open(id)).toMatchObject({ body: NEW_BODY, version: 2, staged_change: null });
  });

  it('leaves it staged, and says why, where the body has changed or the post is not published', async () => {
    const [edited, unpublished] = [await makePost(api, { body: BODY }), await makePost(api, { body: BODY })];
    for (const { id } of [edited, unpublished]) {
      await stage(id, { body: NEW_BODY });
      await ok(put(id, { apply_at: AT_TS }));
    }
    await ok(put(edited.id, { body: OTHER_BODY }));
    await ok(api.put(`/posts/${unpublished.id}`, { action: 'unpublish' }));
    for (const [{ id }, message] of [
      [edited, 'body: that of the post has changed since the staged one began'],
      [unpublished, 'The post is not published'],
    ] as const) {
      expect(await applyDue(id, () => AT_TS)).toBeNull();
      const failure = { apply_at: AT_TS, messages: [message] };
      expect((await findRow(id)).staged_change).toMatchObject({ apply_at: null, failure });
      expect((await openStaged(id)).body).toBe(NEW_BODY);
    }
  });

  it('ends with null, and needs publish_post, a published post and a time to come', async () => {
    const { key, authorId } = await makeWriter();
    const { id } = await makePost(api, { roar_author_ids: [authorId], body: BODY });
    await stage(id, { headline: 'Staged' }, { key });
    expectRefused(await put(id, { apply_at: AT_TS }, { key }), 403, 'forbidden', /publish_post/);
    expectRefused(await put(id, { apply_at: 5 }), 400, 'invalid_input', 'apply_at: must lie in the future');
    await ok(put(id, { apply_at: AT_TS }));
    const late = await put(id, { stage: true, headline: 'Unseen' }, { key });
    expect([late.status, late.body.data]).toEqual([403, { state: 'published' }]);
    expect((await put(id, { discard: true }, { key })).status).toBe(403);
    expect((await ok(put(id, { apply_at: null }))).staged_change).toMatchObject({ apply_at: null });
    expect(await applyDue(id, () => AT_TS)).toBeNull();
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    expectRefused(await put(id, { apply_at: AT_TS }), 409, 'conflict');
    await ok(put(id, { discard: true }));
    expectRefused(await put(id, { apply_at: AT_TS }), 404, 'not_found');
  });

  it('applies what is staged at the same time too, and is all or nothing after a crash', async () => {
    const { id } = await makePost(api, { body: BODY });
    for (let calls = 0, isDone = false; !isDone; calls++) {
      await stage(id, { headline: `Staged ${calls}` });
      await ok(put(id, { apply_at: AT_TS }));
      await withFaults(dyingAfter(calls), () => applyDue(id, () => AT_TS)).catch(() => null);
      isDone = !(await isStaged(id));
      expect((await open(id)).headline === `Staged ${calls}`).toBe(isDone);
    }
    await stage(id, { headline: 'Staged' });
    await ok(put(id, { apply_at: AT_TS }));
    const late = () => stage(id, { media: 'Late' });
    await withFaults(beforeFirst('TransactWriteItemsCommand', late), () => applyDue(id, () => AT_TS));
    expect(await open(id)).toMatchObject({ headline: 'Staged', media: 'Late', staged_change: null });
    expect(await findDisagreements()).toEqual([]);
  });
});
