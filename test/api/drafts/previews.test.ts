import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handler as sweep } from '../../../functions/events/sweep.ts';
import { nowMs } from '../../../shared/platform/core/clock.ts';
import { configureSite, parseSite } from '../../../shared/platform/site/site.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { advanceClock, restoreClock, stopClock, stopClockAtLatest } from '../../support/time/clock.ts';
import { dyingAfter, withFaults } from '../../support/aws/faults.ts';
import { allItems } from '../../support/table/table.ts';
import { useApi, withoutSweeps, type Call } from '../../support/api/api.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

process.env.LOG_LEVEL = 'silent';

const api = useApi({}, undefined, withoutSweeps);
const noKey = { key: null };
const DAY_S = 86_400;

afterEach(() => restoreClock());

function share(id: number, body: object = {}, call?: Call): Promise<any> {
  return ok(api.post(`/drafts/${id}/previews`, body, call));
}

function read(token: string, call: object = noKey) {
  return api.get(`/previews/${token}`, call);
}

async function expectUnknown(token: string): Promise<void> {
  expectRefused(await read(token), 404, 'not_found', 'There is no preview with this token');
}

describe('POST /drafts/{id}/previews', () => {
  it('returns a token of 256 bits, the post’s URL with it, and the expiry', async () => {
    stopClock();
    const draft = await makeDraft(api);
    const { token, url, expires_ts } = await share(draft.id);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(url).toBe(`${draft.post_url}?preview=${token}`);
    const { expires_ts: short } = await share(draft.id, { expires_in: 60 });
    expect(expires_ts - short).toBe(7 * DAY_S - 60);
  });

  it('stores only the hash of the token', async () => {
    const { token } = await share((await makeDraft(api)).id);
    expect(JSON.stringify(await allItems())).not.toContain(token);
  });

  it('shows the token only in the first answer under an Idempotency-Key', async () => {
    const { id } = await makeDraft(api);
    const call = { headers: { 'idempotency-key': 'preview-once' } };
    const first = await share(id, {}, call);
    const again = await share(id, {}, call);
    expect(again).toEqual({ token: null, url: null, expires_ts: first.expires_ts });
    expect(JSON.stringify(await allItems())).not.toContain(first.token);
    expect((await read(first.token)).status).toBe(200);
  });

  it.each([0, 30 * DAY_S + 1, 1.5, -1, '60'])('returns 400 for expires_in %j', async expires_in => {
    const { id } = await makeDraft(api);
    const reply = await api.post(`/drafts/${id}/previews`, { expires_in });
    expectRefused(reply, 400, 'invalid_input', /^expires_in: must be /);
  });

  it('returns 404 for a published and an unknown post', async () => {
    for (const id of [(await makePost(api)).id, 12])
      expectRefused(await api.post(`/drafts/${id}/previews`, {}), 404, 'not_found', /no draft with the id/);
  });

  it('returns 403 to a key that may not edit the draft', async () => {
    const { id } = await makeDraft(api);
    for (const role of ['Guest Writer', 'Reader']) {
      const { key } = await api.makeKey(role);
      expectRefused(await api.post(`/drafts/${id}/previews`, {}, { key }), 403, 'forbidden');
    }
  });
});

describe('GET /previews/{token}', () => {
  it('returns the draft as it is now, without a key, to be stored in no cache', async () => {
    const { id } = await makeDraft(api, { headline: 'Before', body: '<p>Text</p>' });
    const { token } = await share(id);
    const draft = await ok(api.put(`/drafts/${id}`, { headline: 'After' }));
    const reply = await read(`${token}?render_shortcodes=1`);
    expect(reply).toMatchObject({ status: 200, body: { ...draft, body_html: '<p>Text</p>' } });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('vary')).toBe('accept-encoding');
  });

  it('returns the same answer to any key, also an invalid one', async () => {
    const { token } = await share((await makeDraft(api)).id);
    const { body } = await read(token);
    for (const call of [{}, { key: 'invalid' }]) expect((await read(token, call)).body).toEqual(body);
  });

  it('leaves out private sections and internal tags', async () => {
    const hidden = await makeSection(api, { title: 'Secret desk', url: 'secret-desk', status: 1 });
    const { id } = await makeDraft(api, { sections: [hidden.id], tags: ['news', '*secret'] });
    const { body } = await read((await share(id)).token);
    expect(body).toMatchObject({ id, sections: [], tags: ['news'] });
    expect(JSON.stringify(body)).not.toMatch(/secret/);
  });

  it('returns 404 after the expiry, also while the table still has the item', async () => {
    stopClock();
    const { token } = await share((await makeDraft(api)).id, { expires_in: 60 });
    advanceClock(59);
    expect((await read(token)).status).toBe(200);
    advanceClock(2);
    await expectUnknown(token);
  });

  it('returns 404 for an unknown token', () => expectUnknown('0'.repeat(64)));

  it('shows a draft that is scheduled and edited', async () => {
    const { id } = await makeDraft(api);
    const { token } = await share(id);
    await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: Math.floor(Date.now() / 1000) + 86_400 }));
    await ok(api.put(`/drafts/${id}`, { headline: 'Edited' }));
    expect((await read(token)).body).toMatchObject({ id, headline: 'Edited' });
  });
});

describe('preview', () => {
  const rename = { first_name: 'A', last_name: 'B' };

  /** Shares two previews. Tests open `unopened` only after the lost right is back, so nothing but the loss itself can end it. */
  async function sharedBy(role: string, options?: { permissions?: string[] }) {
    const creator = await api.makeKey(role, options);
    const { id } = await makeDraft(api, {}, { key: creator.key });
    const { token } = await share(id, {}, { key: creator.key });
    const { token: unopened } = await share(id, {}, { key: creator.key });
    for (const shared of [token, unopened]) expect((await read(shared)).status).toBe(200);
    return { ...creator, id, token, unopened };
  }

  async function editAuthor(id: number, fields: object): Promise<void> {
    await ok(api.put(`/api/1.1/authors/${id}`, { ...rename, ...fields }));
    advanceClock(10);
  }

  it('ends for good when the draft is published', async () => {
    const { id, token, unopened } = await sharedBy('Editor');
    await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    await expectUnknown(token);
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    for (const shared of [token, unopened]) await expectUnknown(shared);
    expect((await read((await share(id)).token)).status).toBe(200);
  });

  it('ends for good when the draft is scheduled and its creator may not edit it then', async () => {
    const scheduled_at = Math.floor(nowMs() / 1000) + DAY_S;
    const { id, token, unopened } = await sharedBy('Guest Writer');
    const { token: another } = await share(id);
    await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at }));
    await expectUnknown(token);
    await ok(api.delete(`/scheduled_posts/${id}`));
    await ok(api.put(`/drafts/${id}`, { headline: 'Edited after' }));
    for (const shared of [token, unopened]) await expectUnknown(shared);
    expect((await read(another)).status).toBe(200);
  });

  describe('when the site’s settings change', () => {
    const RIGHTS = ['write_draft', 'publish_post', 'upload'];
    const withRoles = (customRoles: object) => configureSite(parseSite({ customRoles }));
    /** A deployment with other settings takes longer than the minute between two sweeps. */
    const deploy = async (customRoles: object) => {
      withRoles(customRoles);
      advanceClock(60);
      await sweep({}, { getRemainingTimeInMillis: () => 300_000 });
      advanceClock(1);
    };

    // Losses are recorded with their time, which must not be ahead of the next test's.
    beforeEach(async () => {
      stopClockAtLatest();
      await deploy({ Stringer: RIGHTS, Columnist: RIGHTS });
    });
    afterEach(() => configureSite(parseSite({})));

    it('ends for good when its creator’s role loses rights, before a sweep too', async () => {
      const { token } = await sharedBy('Stringer');
      withRoles({ Stringer: ['upload'] });
      await expectUnknown(token);
      withRoles({ Stringer: RIGHTS });
      await expectUnknown(token);
    });

    it.each([
      ['write_draft', { Stringer: ['publish_post', 'upload'], Columnist: RIGHTS }],
      ['publish_post', { Stringer: ['write_draft', 'upload'], Columnist: RIGHTS }],
      ['all rights, with the role itself,', { Columnist: RIGHTS }],
    ])(
      'ends for good when its creator’s role loses %s and regains it before the preview is opened',
      async (_, roles) => {
        const { token, key } = await sharedBy('Stringer');
        const { token: another } = await sharedBy('Columnist');
        await deploy(roles);
        await deploy({ Stringer: RIGHTS, Columnist: RIGHTS });
        await expectUnknown(token);
        expect((await read(another)).status).toBe(200);
        const { id } = await makeDraft(api, {}, { key });
        expect((await read((await share(id, {}, { key })).token)).status).toBe(200);
      },
    );

    it('stays when a right changes that sharing does not need', async () => {
      const { token } = await sharedBy('Stringer');
      await deploy({ Stringer: ['write_draft', 'publish_post'], Columnist: RIGHTS });
      await deploy({ Stringer: RIGHTS, Columnist: RIGHTS });
      expect((await read(token)).status).toBe(200);
    });

    it('stays when an earlier version has marked it', async () => {
      const { id, token, authorId } = await sharedBy('Editor');
      const digest = hash('sha256', token, 'hex');
      const expires = Math.floor(nowMs() / 1000) + DAY_S;
      const preview = { pk: `PREVIEW#${digest}`, sk: 'preview', id, created_by: authorId, expires };
      await new Transaction().put(preview).commit();
      expect((await read(token)).status).toBe(200);
      await new Transaction().put({ pk: `SAFE#preview#${digest}`, sk: 'ended', expires }).commit();
      await expectUnknown(token);
    });
  });

  it('ends for good when the draft is removed', async () => {
    const { id, token, unopened } = await sharedBy('Editor');
    await ok(api.delete(`/drafts/${id}`));
    await expectUnknown(token);
    await ok(api.put(`/drafts/${id}`, { action: 'restore' }));
    for (const shared of [token, unopened]) await expectUnknown(shared);
  });

  it.each(['inactive', 'banned'])('ends for good when its creator is %s', async status => {
    const { authorId, token, unopened } = await sharedBy('Editor');
    await editAuthor(authorId, { status });
    await expectUnknown(token);
    await editAuthor(authorId, { status: 'active' });
    for (const shared of [token, unopened]) await expectUnknown(shared);
  });

  it.each(['Reader', 'Guest Writer'])('ends for good when its creator is demoted to %s', async role => {
    const { authorId, token, unopened } = await sharedBy('Editor');
    await editAuthor(authorId, { role });
    await expectUnknown(token);
    await editAuthor(authorId, { role: 'Editor' });
    for (const shared of [token, unopened]) await expectUnknown(shared);
  });

  it('stays when its creator is promoted or changes otherwise', async () => {
    const { authorId, token } = await sharedBy('Guest Writer');
    await editAuthor(authorId, { about_html: 'Writes', role: 'Editor' });
    expect((await read(token)).status).toBe(200);
  });

  it.each(['Guest Writer', 'Editor'])(
    'ends for good when its creator, a %s, is removed from the authors of the draft',
    async role => {
      const { id, authorId, token, unopened } = await sharedBy(role);
      const other = await api.makeKey('Editor');
      const { token: another } = await share(id);
      await ok(api.put(`/drafts/${id}`, { roar_author_ids: [other.authorId] }));
      await expectUnknown(token);
      await ok(api.put(`/drafts/${id}`, { roar_author_ids: [other.authorId, authorId] }));
      for (const shared of [token, unopened]) await expectUnknown(shared);
      expect((await read(another)).status).toBe(200);
    },
  );

  it('stays when an editor becomes an author of the draft', async () => {
    const { key, authorId } = await api.makeKey('Editor');
    const { id } = await makeDraft(api);
    const { token } = await share(id, {}, { key });
    await ok(api.put(`/drafts/${id}`, { roar_author_ids: [authorId] }));
    expect((await read(token)).status).toBe(200);
  });

  it('ends when the key that created it is revoked', async () => {
    const { keyId, authorId, token } = await sharedBy('Editor');
    await ok(api.post('/api_keys', { author_id: authorId, label: 'next' }));
    await ok(api.delete(`/api_keys/${keyId}`));
    advanceClock(10);
    await expectUnknown(token);
  });

  describe('that an earlier version stored without a key', () => {
    async function sharedBefore() {
      const shared = await sharedBy('Guest Writer');
      const key = { pk: `PREVIEW#${hash('sha256', shared.token, 'hex')}`, sk: 'preview' };
      const expires = Math.floor(nowMs() / 1000) + DAY_S;
      await new Transaction().put({ ...key, id: shared.id, created_by: shared.authorId, expires }).commit();
      expect((await read(shared.token)).status).toBe(200);
      return shared;
    }

    it('ends for good when its creator loses rights', async () => {
      const { authorId, token } = await sharedBefore();
      await editAuthor(authorId, { role: 'Reader' });
      await expectUnknown(token);
      await editAuthor(authorId, { role: 'Editor' });
      await expectUnknown(token);
    });

    it('ends for good when its creator is removed from the authors of the draft', async () => {
      const { id, authorId, token } = await sharedBefore();
      await ok(api.put(`/drafts/${id}`, { roar_author_ids: [api.stack.adminAuthorId] }));
      await expectUnknown(token);
      await ok(api.put(`/drafts/${id}`, { roar_author_ids: [authorId] }));
      await expectUnknown(token);
    });
  });
});

describe('DELETE /previews/{token}', () => {
  it('revokes the preview at once, and no other', async () => {
    const { id } = await makeDraft(api);
    const [revoked, other] = [await share(id), await share(id)];
    expect(await ok(api.delete(`/previews/${revoked.token}`))).toEqual({});
    await expectUnknown(revoked.token);
    expect((await read(other.token)).status).toBe(200);
    expectRefused(await api.delete(`/previews/${revoked.token}`), 404, 'not_found');
  });

  it('returns 401 without a key and 403 to one that may not edit the draft', async () => {
    const { token } = await share((await makeDraft(api)).id);
    expectRefused(await api.delete(`/previews/${token}`, noKey), 401, 'api_key_missing');
    for (const role of ['Guest Writer', 'Reader']) {
      const { key } = await api.makeKey(role);
      expectRefused(await api.delete(`/previews/${token}`, { key }), 403, 'forbidden');
    }
  });

  it('revokes or keeps the preview when the process dies before or after its write', async () => {
    // No cache expires between the calls that are counted.
    stopClock();
    const { token } = await share((await makeDraft(api)).id);
    const outcomes: number[][] = [];
    for (const calls of [0, 1, 2, 3]) {
      const { status } = await withFaults(dyingAfter(calls), () => api.delete(`/previews/${token}`));
      outcomes.push([status, (await read(token)).status]);
    }
    // The request reads the preview and the draft before it writes.
    expect(outcomes).toEqual([...Array.from({ length: 3 }, () => [500, 200]), [200, 404]]);
  });
});
