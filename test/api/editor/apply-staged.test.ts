import { describe, expect, it } from 'vitest';
import { listDeliveries } from '../../../shared/posts/webhooks/deliveries.ts';
import { EVENTS_PARTITION } from '../../../shared/posts/webhooks/keys.ts';
import { queryItems } from '../../../shared/platform/store/table.ts';
import { eventually, useApi, withoutSweeps } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { beforeFirst, dyingAfter, withFaults } from '../../support/aws/faults.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { NOWHERE } from '../../support/resources/webhooks.ts';
import { findDisagreements } from '../../support/table/checked-table.ts';
import { times } from '../../support/values/times.ts';
import { BODY, isStaged, NEW_BODY, OTHER_BODY, stagingCalls } from '../../support/resources/staged.ts';

const api = useApi({}, undefined, withoutSweeps);
const { put, stage, open, openStaged, findRow, makeWriter } = stagingCalls(api);

describe('PUT /editor/posts/{id} with apply', () => {
  it('makes the staged fields live in one write, merged with what was edited since', async () => {
    const section = await makeSection(api, { title: 'Town Hall' });
    const { id } = await makePost(api, { body: BODY });
    await stage(id, { headline: 'Staged', sections: ['Town Hall'], tags: ['river'], body: NEW_BODY });
    await ok(put(id, { subheadline: 'Live' }));
    const applied = await ok(put(id, { apply: true }));

    expect(applied).toMatchObject({
      ...{ headline: 'Staged', subheadline: 'Live', body: NEW_BODY, tags: ['river'] },
      ...{ sections: [section.id], version: 3, body_version: 3, staged: false, staged_change: null },
    });
    expect(await open(id)).toEqual(applied);
    expect(await findRow(id)).toMatchObject({ has_staged: false, staged_change: null });
    const [revision] = await ok(api.get(`/editor/posts/${id}/revisions`));
    expect(revision).toMatchObject({ version: 2, action: 'edit' });
    const again = await put(id, { apply: true });
    expectRefused(again, 404, 'not_found', `The post ${id} has no staged change`);
  });

  it('returns 412 when the body has changed since, unless it is forced', async () => {
    const { id } = await makePost(api, { body: BODY });
    await stage(id, { body: NEW_BODY });
    await ok(put(id, { body: OTHER_BODY }));
    const { status, body } = await put(id, { apply: true });
    expect([status, body.data]).toEqual([
      412,
      { body: OTHER_BODY, body_version: 2, body_by: expect.any(Number), staged: false },
    ]);
    expect((await open(id)).staged_change).toMatchObject({ has_conflict: true });
    expect(await ok(put(id, { apply: true, force: true }))).toMatchObject({ body: NEW_BODY, version: 3 });
  });

  it('applies fields when the body has changed', async () => {
    const { id } = await makePost(api, { body: BODY });
    await stage(id, { headline: 'Staged' });
    await ok(put(id, { body: OTHER_BODY }));
    expect(await ok(put(id, { apply: true }))).toMatchObject({ headline: 'Staged', body: OTHER_BODY });
  });

  it('returns 412 when the staged body is not the one that the caller has seen', async () => {
    const { id } = await makePost(api, { body: BODY });
    const { body_version } = await stage(id, { body: NEW_BODY });
    await stage(id, { body: OTHER_BODY });
    expect((await put(id, { apply: true, body_version })).status).toBe(412);
    const { body_version: seen } = await openStaged(id);
    expect((await put(id, { apply: true, body_version: seen })).status).toBe(200);
  });

  it('needs publish_post', async () => {
    const { key, authorId } = await makeWriter();
    const { id } = await makePost(api, { roar_author_ids: [authorId] });
    await stage(id, { headline: 'Staged' }, { key });
    expectRefused(await put(id, { apply: true }, { key }), 403, 'forbidden', /publish_post/);
  });

  it('applies what is staged at the same time, or leaves it staged', async () => {
    const { id } = await makePost(api, { body: BODY });
    for (const number of times(4, index => index)) {
      await stage(id, { headline: `Staged ${number}` });
      const subheadline = `Late ${number}`;
      await Promise.all([ok(put(id, { apply: true })), stage(id, { subheadline })]);
      const post = await openStaged(id);
      expect([post.headline, post.subheadline]).toEqual([`Staged ${number}`, subheadline]);
    }
    await stage(id, { headline: 'Staged' });
    const late = () => stage(id, { media: 'Late' });
    await withFaults(beforeFirst('TransactWriteItemsCommand', late), () => ok(put(id, { apply: true })));
    expect(await openStaged(id)).toMatchObject({ headline: 'Staged', media: 'Late' });
    expect(await findDisagreements()).toEqual([]);
  });

  it('a change is applied whole or not at all after a crash at any call', async () => {
    const { id } = await makePost(api, { body: BODY });
    for (let calls = 0; ; calls++) {
      await stage(id, { headline: `Staged ${calls}` });
      const { status } = await withFaults(dyingAfter(calls), () => put(id, { apply: true }));
      const { headline } = await open(id);
      expect(await isStaged(id)).toBe(headline !== `Staged ${calls}`);
      if (status === 200) break;
    }
    expect(await findDisagreements()).toEqual([]);
  });

  it.skipIf(DEPLOYED)('sends webhooks a single event', async () => {
    const { id: webhook } = await ok(api.post('/webhooks', { url: NOWHERE, active: true }));
    const { id } = await makePost(api, { body: BODY });
    await stage(id, { body: NEW_BODY });
    await ok(
      put(id, { body: OTHER_BODY, autosave: true, body_version: (await openStaged(id)).body_version }),
    );
    await ok(put(id, { apply: true }));
    const readEvents = () => queryItems({ pk: EVENTS_PARTITION, consistent: true });
    await eventually(readEvents, events => events.length === 0);
    const reported = await listDeliveries(webhook);
    expect(reported.map(({ action }) => action)).toEqual(['post_edit', 'post_create']);
    await ok(api.delete(`/webhooks/${webhook}`));
  });
});

describe('PUT /editor/posts/{id} with discard', () => {
  it('drops what is staged, and returns 404 when nothing is', async () => {
    const { id } = await makePost(api, { body: BODY });
    await stage(id, { body: NEW_BODY });
    expect(await ok(put(id, { discard: true }))).toMatchObject({
      ...{ body: BODY, version: 1, body_version: 1, staged: false, staged_change: null },
    });
    expectRefused(await put(id, { discard: true }), 404, 'not_found');
  });

  it('needs publish_post where others have staged too', async () => {
    const { key, authorId } = await makeWriter();
    const { id } = await makePost(api, { roar_author_ids: [authorId] });
    await stage(id, { headline: 'Own' }, { key });
    expect((await put(id, { discard: true }, { key })).status).toBe(200);
    await stage(id, { headline: 'Own' }, { key });
    await stage(id, { headline: 'Of an editor' });
    expectRefused(await put(id, { discard: true }, { key }), 403, 'forbidden', /publish_post/);
    expect((await put(id, { discard: true })).status).toBe(200);
  });

  it('drops what is staged at the same time, or leaves it staged', async () => {
    const { id } = await makePost(api, { body: BODY });
    await stage(id, { headline: 'Staged' });
    const late = () => stage(id, { subheadline: 'Late' });
    await withFaults(beforeFirst('TransactWriteItemsCommand', late), () => ok(put(id, { discard: true })));
    expect(await isStaged(id)).toBe(false);
  });
});
