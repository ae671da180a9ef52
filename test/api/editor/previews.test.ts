import { hash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nowMs, nowTs } from '../../../shared/platform/core/clock.ts';
import { newId } from '../../../shared/platform/core/ids.ts';
import { configureSite, parseSite } from '../../../shared/platform/site/site.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { previewEntryKey } from '../../../shared/posts/previews/record.ts';
import { useApi, withoutSweeps, type Call } from '../../support/api/api.ts';
import { dyingAfter, withFaults } from '../../support/aws/faults.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { allItems } from '../../support/table/table.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/time/clock.ts';

process.env.LOG_LEVEL = 'silent';

const api = useApi({ customRoles: { Stringer: ['write_draft', 'publish_post'] } }, undefined, withoutSweeps);

afterEach(() => {
  restoreClock();
  vi.restoreAllMocks();
});

const pathOf = (id: number) => `/editor/posts/${id}/previews`;
const share = (id: number, body: object = {}, call?: Call): Promise<any> =>
  ok(api.post(pathOf(id), body, call));
const list = (id: number, query = ''): Promise<any[]> => ok(api.get(`${pathOf(id)}${query}`));
const read = async (token: string) => (await api.get(`/previews/${token}`, { key: null })).status;

async function storedPreviews(): Promise<unknown[]> {
  return (await allItems()).filter(({ pk }) => /^PREVIEWS?#[^#]+$/.test(String(pk)));
}

describe('POST /editor/posts/{id}/previews', () => {
  it('returns what POST /drafts/{id}/previews returns, and the id', async () => {
    stopClock();
    const draft = await makeDraft(api);
    const made = await share(draft.id, { expires_in: 60 });
    expect(made).toEqual({
      id: expect.any(Number),
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      url: `${draft.post_url}?preview=${made.token}`,
      expires_ts: nowTs() + 60,
    });
    expect(await read(made.token)).toBe(200);
    expect(Object.keys(await ok(api.post(`/drafts/${draft.id}/previews`, {})))).toEqual([
      'token',
      'url',
      'expires_ts',
    ]);
  });

  it('shows the token only in the first answer under an Idempotency-Key', async () => {
    const { id } = await makeDraft(api);
    const call = { headers: { 'idempotency-key': 'editor-preview' } };
    const first = await share(id, {}, call);
    expect(await share(id, {}, call)).toEqual({ ...first, token: null, url: null });
    expect(JSON.stringify(await allItems())).not.toContain(first.token);
  });

  it('returns 400, 403 and 404 as POST /drafts/{id}/previews does', async () => {
    const { id } = await makeDraft(api);
    expectRefused(
      await api.post(pathOf(id), { expires_in: 0 }),
      400,
      'invalid_input',
      /^expires_in: must be /,
    );
    for (const role of ['Guest Writer', 'Reader']) {
      const { key } = await api.makeKey(role);
      expectRefused(await api.post(pathOf(id), {}, { key }), 403, 'forbidden');
    }
    const published = await makePost(api);
    for (const other of [published.id, 12])
      expectRefused(await api.post(pathOf(other), {}), 404, 'not_found', /no draft with the id/);
  });

  it('draws another id when the post has a preview with the same one', async () => {
    const { id } = await makeDraft(api);
    stopClock();
    advanceClock(100);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    // A worker may draw the first one.
    const next = newId(nowMs()) + 1;
    const expires = nowTs() + 60;
    const others = [next, next + 1, next + 2].map(taken => ({ ...previewEntryKey(id, taken), expires }));
    for (const other of others) await new Transaction().put(other).commit();
    await share(id);
    const stored = await storedPreviews();
    for (const other of others) {
      expect(stored).toContainEqual(other);
      const { pk, sk } = other;
      await new Transaction().delete({ pk, sk }).commit();
    }
  });

  it('stores both items of a preview or none when the process dies between two calls', async () => {
    const { id } = await makeDraft(api);
    const outcomes: number[][] = [];
    for (const calls of [0, 1, 2]) {
      const before = await storedPreviews();
      const { status } = await withFaults(dyingAfter(calls), () => api.post(pathOf(id), {}));
      outcomes.push([status, (await storedPreviews()).length - before.length]);
    }
    expect(outcomes).toEqual([
      [500, 0],
      [500, 0],
      [200, 2],
    ]);
  });
});

describe('GET /editor/posts/{id}/previews', () => {
  it('returns the previews of the draft, newest first, without their tokens', async () => {
    stopClock();
    const { id } = await makeDraft(api);
    const created_ts = nowTs();
    const first = await share(id, { expires_in: 60 });
    const { key, authorId } = await api.makeKey('Editor');
    advanceClock(1);
    const { token } = await ok(api.post(`/drafts/${id}/previews`, {}, { key }));
    await share((await makeDraft(api)).id);
    const previews = await list(id);
    expect(previews).toEqual([
      {
        id: expect.any(Number),
        created_by: authorId,
        created_ts: created_ts + 1,
        expires_ts: created_ts + 1 + 7 * 86_400,
        staged: false,
      },
      {
        ...{ id: first.id, created_by: api.stack.adminAuthorId },
        ...{ created_ts, expires_ts: created_ts + 60, staged: false },
      },
    ]);
    const text = JSON.stringify(previews);
    for (const secret of [token, hash('sha256', token, 'hex')]) expect(text).not.toContain(secret);
  });

  it('pages by cursor', async () => {
    const { id } = await makeDraft(api);
    const ids: number[] = [];
    for (let count = 0; count < 5; count++) ids.unshift((await share(id)).id);
    const seen: number[] = [];
    let path: string | undefined = `${pathOf(id)}?limit=2`;
    while (path) {
      const { body, headers } = await api.get(path);
      expect(body.length).toBeLessThanOrEqual(2);
      seen.push(...body.map((record: any) => record.id));
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(ids);
  });

  it('leaves out previews that have ended', async () => {
    stopClock();
    const { id } = await makeDraft(api);
    const writer = await api.makeKey('Guest Editor');
    await share(id, { expires_in: 60 });
    await share(id, {}, { key: writer.key });
    const { id: kept } = await share(id);
    advanceClock(61);
    expect(await list(id)).toHaveLength(2);
    await ok(api.delete(`/api_keys/${writer.keyId}`));
    advanceClock(10);
    expect(await list(id)).toMatchObject([{ id: kept }]);
    await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    expect(await list(id)).toEqual([]);
  });

  it('leaves out previews whose creator’s role has lost rights by the site’s settings', async () => {
    const { key } = await api.makeKey('Stringer');
    const { id } = await makeDraft(api);
    await share(id, {}, { key });
    expect(await list(id)).toHaveLength(1);
    configureSite(parseSite({ customRoles: { Stringer: ['upload'] } }));
    expect(await list(id)).toEqual([]);
    configureSite(parseSite({ customRoles: { Stringer: ['write_draft', 'publish_post'] } }));
  });

  it('returns 400 for a limit out of range, 403 to who may not edit the draft, 404 for other posts', async () => {
    const { id } = await makeDraft(api);
    expectRefused(await api.get(`${pathOf(id)}?limit=101`), 400, 'invalid_input', /^limit: /);
    for (const role of ['Guest Writer', 'Reader']) {
      const { key } = await api.makeKey(role);
      expectRefused(await api.get(pathOf(id), { key }), 403, 'forbidden');
    }
    const removed = await makeDraft(api);
    await ok(api.delete(`/drafts/${removed.id}`));
    for (const other of [removed.id, 12]) expectRefused(await api.get(pathOf(other)), 404, 'not_found');
    expect(await list((await makePost(api)).id)).toEqual([]);
  });
});

describe('DELETE /editor/posts/{id}/previews/{preview_id}', () => {
  it('revokes the preview and no other', async () => {
    const { id } = await makeDraft(api);
    const [revoked, other] = [await share(id), await share(id)];
    expect(await ok(api.delete(`${pathOf(id)}/${revoked.id}`))).toEqual({});
    expect([await read(revoked.token), await read(other.token)]).toEqual([404, 200]);
    expect(await list(id)).toMatchObject([{ id: other.id }]);
    const again = await api.delete(`${pathOf(id)}/${revoked.id}`);
    expectRefused(again, 404, 'not_found', `The post has no preview with the id ${revoked.id}`);
  });

  it('returns 403 to who may not edit the draft, and 404 for a preview of another post', async () => {
    const { id } = await makeDraft(api);
    const preview = await share(id);
    const { key } = await api.makeKey('Guest Writer');
    expectRefused(await api.delete(`${pathOf(id)}/${preview.id}`, { key }), 403, 'forbidden');
    const { id: other } = await makeDraft(api);
    expectRefused(await api.delete(`${pathOf(other)}/${preview.id}`), 404, 'not_found');
    expect(await read(preview.token)).toBe(200);
  });
});

describe('DELETE /editor/posts/{id}/previews', () => {
  it('revokes all previews of the draft and of no other', async () => {
    const [{ id }, { id: other }] = [await makeDraft(api), await makeDraft(api)];
    const revoked = await Promise.all([share(id), share(id), ok(api.post(`/drafts/${id}/previews`, {}))]);
    const kept = await share(other);
    expect(await ok(api.delete(pathOf(id)))).toEqual({});
    for (const { token } of revoked) expect(await read(token)).toBe(404);
    expect(await read(kept.token)).toBe(200);
    expect(await list(id)).toEqual([]);
    expect(await read((await share(id)).token)).toBe(200);
  });

  it('revokes more previews than a transaction has room for', async () => {
    const { id } = await makeDraft(api);
    for (let count = 0; count < 52; count++) await share(id);
    const before = await storedPreviews();
    await ok(api.delete(pathOf(id)));
    expect((await storedPreviews()).length).toBe(before.length - 104);
  });

  it('revokes the rest when it is repeated after a crash', async () => {
    const { id } = await makeDraft(api);
    const { token } = await share(id);
    const outcomes: number[][] = [];
    for (const calls of [0, 1, 2, 3, 4]) {
      const { status } = await withFaults(dyingAfter(calls), () => api.delete(pathOf(id)));
      outcomes.push([status, await read(token), (await list(id)).length]);
    }
    // The request reads the draft, writes the mark and reads the list before it deletes.
    expect(outcomes).toEqual([...Array.from({ length: 4 }, () => [500, 200, 1]), [200, 404, 0]]);
  });

  it('revokes previews of earlier versions, which no list has', async () => {
    stopClock();
    const { id } = await makeDraft(api);
    const plant = async (token: string, fields: object) => {
      const pk = `PREVIEW#${hash('sha256', token, 'hex')}`;
      const preview = { pk, sk: 'preview', id, created_by: api.stack.adminAuthorId, expires: nowTs() + 60 };
      await new Transaction().put({ ...preview, ...fields }).commit();
    };
    await plant('dated', { created_ts: nowTs() });
    await plant('undated', {});
    for (const token of ['dated', 'undated']) expect(await read(token)).toBe(200);
    await ok(api.delete(pathOf(id)));
    for (const token of ['dated', 'undated']) expect(await read(token)).toBe(404);
    await plant('later', { created_ts: nowTs() + 1 });
    expect(await read('later')).toBe(200);
  });

  it('returns 403 to who may not edit the draft, and 404 for other posts', async () => {
    const { id } = await makeDraft(api);
    const { key } = await api.makeKey('Guest Writer');
    expectRefused(await api.delete(pathOf(id), { key }), 403, 'forbidden');
    expectRefused(await api.delete(pathOf(12)), 404, 'not_found');
  });
});

describe('DELETE /previews/{token}', () => {
  it('removes the preview from the list of its post', async () => {
    const { id } = await makeDraft(api);
    const { token } = await share(id);
    await ok(api.delete(`/previews/${token}`));
    expect(await list(id)).toEqual([]);
  });
});
