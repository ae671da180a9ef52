import { describe, expect, it } from 'vitest';
import { readPost } from '../../../shared/posts/record/read.ts';
import { eventually, useApi, withoutSweeps } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { beforeFirst, withFaults } from '../../support/aws/faults.ts';
import { makeDraft, makePost, makeSection, ok, recently } from '../../support/resources/posts.ts';
import { findDisagreements } from '../../support/table/checked-table.ts';
import { times } from '../../support/values/times.ts';
import { BODY, isStaged, NEW_BODY, OTHER_BODY, stagingCalls } from '../../support/resources/staged.ts';

const api = useApi({}, undefined, withoutSweeps);
const { put, stage, open, openStaged, findRow, makeWriter } = stagingCalls(api);

describe('PUT /editor/posts/{id} with stage', () => {
  it('keeps the edit, and readers, lists and revisions see the published post as before', async () => {
    const { id, roar_author_ids } = await makePost(api, { body: BODY, headline: 'Live' });
    const before = await open(id);
    const saved = await stage(id, { body: NEW_BODY, headline: 'Staged', body_version: 1 });

    const change = {
      ...{
        id: expect.any(Number),
        version: 1,
        fields: ['headline', 'body'],
        body_version: saved.body_version,
      },
      ...{ base_version: 1, base_body_version: 1, has_conflict: false, authors: roar_author_ids },
      ...{ edited_by: roar_author_ids[0], edited_ts: recently, created_ts: recently },
      ...{ apply_at: null, apply_by: null, failure: null },
    };
    expect(saved).toMatchObject({ body: NEW_BODY, headline: 'Staged', version: 1, staged: true });
    expect(saved.staged_change).toEqual(change);
    expect(saved.body_version).toBeGreaterThan(1e9);
    expect(saved.words_count).toBe(5);
    expect(await openStaged(id)).toEqual(saved);
    expect(await open(id)).toEqual({ ...before, staged: false, staged_change: change });
    expect(await ok(api.get(`/posts/${id}`, { query: { include_fields: 'headline,body' } }))).toMatchObject({
      headline: 'Live',
      body: BODY,
    });
    expect(await ok(api.get(`/editor/posts/${id}/revisions`))).toEqual([]);
    expect(await findRow(id)).toMatchObject({ headline: 'Live', has_staged: true, staged_change: change });
  });

  it('merges what is staged one after the other, each with its body_version', async () => {
    const { id } = await makePost(api, { body: BODY });
    const first = await stage(id, { body: NEW_BODY, body_version: 1 });
    const second = await stage(id, { subheadline: 'At last', body_version: 1 });
    expect(second).toMatchObject({
      body: NEW_BODY,
      subheadline: 'At last',
      body_version: first.body_version,
    });
    const third = await stage(id, { body: OTHER_BODY, body_version: first.body_version });
    expect(third.body_version).toBeGreaterThan(first.body_version);
    const late = await put(id, { body: '<p>Late</p>', body_version: first.body_version, stage: true });
    expect([late.status, late.body.data]).toEqual([
      412,
      { body: OTHER_BODY, body_version: third.body_version, body_by: third.body_by, staged: true },
    ]);
    const other = await put(id, { body: '<p>From the live one</p>', body_version: 1, stage: true });
    expect(other.status).toBe(412);
    expect((await openStaged(id)).staged_change).toMatchObject({
      version: 3,
      fields: ['subheadline', 'body'],
    });
  });

  it('stages one of two bodies that were sent at the same time, and all fields', async () => {
    const { id } = await makePost(api, { body: BODY });
    const replies = await Promise.all([
      ...times(2, number => put(id, { body: `<p>${number}</p>`, body_version: 1, stage: true })),
      put(id, { subheadline: 'At last', stage: true }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 412]);
    const { body, subheadline } = await openStaged(id);
    expect(body).toMatch(/^<p>[01]<\/p>$/);
    expect(subheadline).toBe('At last');
  });

  it('refuses a draft, a removed post, references that do not exist and other actions', async () => {
    const [draft, post, gone] = [await makeDraft(api), await makePost(api), await makePost(api)];
    await ok(api.delete(`/posts/${gone.id}`));
    const onlyPublished = 'stage: only a published post has a staged change';
    expectRefused(await put(draft.id, { stage: true, headline: 'X' }), 409, 'conflict', onlyPublished);
    expectRefused(await put(gone.id, { stage: true, headline: 'X' }), 409, 'conflict');
    const unknown = await put(post.id, { stage: true, image_id: 12, sections: ['Nowhere'] });
    expectRefused(unknown, 400, 'invalid_input', /^sections\.0: /, /^image_id: /);
    const mixed = await put(post.id, { stage: true, apply: true, force: true, headline: 'X' });
    expectRefused(
      mixed,
      400,
      'invalid_input',
      'stage: can’t be sent with apply',
      'headline: can’t be sent with apply',
    );
    expectRefused(await put(post.id, { force: true }), 400, 'invalid_input', 'force: needs apply');
    expect(await isStaged(post.id)).toBe(false);
  });

  it('needs authorship or publish_post', async () => {
    const { key, authorId } = await makeWriter();
    const [others, own] = [await makePost(api), await makePost(api, { roar_author_ids: [authorId] })];
    const refused = await put(others.id, { stage: true, headline: 'X' }, { key });
    expect([refused.status, refused.body.data]).toEqual([403, { state: 'published' }]);
    expect(await stage(own.id, { headline: 'Staged' }, { key })).toMatchObject({ headline: 'Staged' });
    expect((await put(own.id, { headline: 'X' }, { key })).status).toBe(403);
    const reader = await api.makeKey('Reader');
    expect((await put(own.id, { stage: true, headline: 'X' }, { key: reader.key })).status).toBe(403);
  });

  it('keeps a body of a megabyte in S3', async () => {
    const body = times(20_000, () => `<p>${Math.random()}</p>`).join('');
    const { id } = await makePost(api, { body: BODY });
    await stage(id, { body });
    expect((await openStaged(id)).body).toBe(body);
    await stage(id, { headline: 'Staged' });
    const applied = await ok(put(id, { apply: true }));
    expect(applied).toMatchObject({ body, headline: 'Staged' });
    expect(await findDisagreements()).toEqual([]);
  });
});

describe('a staged change', () => {
  it('stays when the post is unpublished and published again, and ends when it is removed', async () => {
    const { id } = await makePost(api, { body: BODY });
    await stage(id, { headline: 'Staged' });
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    expect(await stage(id, { subheadline: 'Too' })).toMatchObject({ headline: 'Staged', status: 'draft' });
    await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    expect(await openStaged(id)).toMatchObject({ headline: 'Staged', subheadline: 'Too' });
    await ok(api.delete(`/posts/${id}`));
    expect(await isStaged(id)).toBe(false);
    await ok(api.put(`/posts/${id}`, { action: 'restore' }));
    expect(await openStaged(id)).toMatchObject({ staged: false, staged_change: null });
  });

  it('no removed post keeps a staged change when both requests come at the same time', async () => {
    const posts = [await makePost(api), await makePost(api)];
    const remove = ({ id }: any) => api.delete(`/posts/${id}`);
    const begin = ({ id }: any) => put(id, { stage: true, headline: 'Staged' });
    const [one, other] = posts;
    await withFaults(
      beforeFirst('TransactWriteItemsCommand', () => remove(one)),
      () => begin(one),
    );
    await withFaults(
      beforeFirst('TransactWriteItemsCommand', () => begin(other)),
      () => remove(other),
    );
    for (const { id } of posts) {
      expect((await readPost(id, { consistent: true })).value.status).toBe('removed');
      expect(await isStaged(id)).toBe(false);
    }
    const { id } = await makePost(api);
    await stage(id, { headline: 'Staged' });
    const late = () => stage(id, { headline: 'Late' });
    await withFaults(beforeFirst('TransactWriteItemsCommand', late), () => ok(api.delete(`/posts/${id}`)));
    expect(await isStaged(id)).toBe(false);
  });

  it('keeps what two editors stage at the same time', async () => {
    const { id } = await makePost(api);
    for (const [one, other] of [
      [{ headline: 'One' }, { subheadline: 'Other' }],
      [{ media: 'One' }, { video: 'https://example.com/other' }],
    ]) {
      const first = () => stage(id, other!);
      await withFaults(beforeFirst('TransactWriteItemsCommand', first), () => stage(id, one!));
      expect(await openStaged(id)).toMatchObject({ ...one, ...other });
    }
  });

  it('shows a staged change without what was deleted since, and names it when applying', async () => {
    const section = await makeSection(api, { title: 'Old harbour' });
    const { id } = await makePost(api);
    await stage(id, { sections: [section.id], headline: 'Staged' });
    await ok(api.delete(`/sections/${section.id}`));
    const look = () => openStaged(id);
    await eventually(look, ({ sections }) => sections.length === 0);
    expect(await look()).toMatchObject({ headline: 'Staged', sections: [] });
    expectRefused(await put(id, { apply: true }), 400, 'invalid_input', /^sections\.0: /);
  });
});
