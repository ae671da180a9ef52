import { describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { restoreClock, stopClock } from '../../support/time/clock.ts';
import { eventually, useApi } from '../../support/api/api.ts';
import { readError } from '../../support/resources/sections.ts';

const api = useApi();
function now(): number {
  return Math.floor(Date.now() / 1000);
}

async function draft(body: object = {}): Promise<any> {
  return (await api.post('/drafts', { headline: 'D', ...body })).body;
}

function schedule(id: number, scheduled_at: unknown, call = {}) {
  return api.put(`/scheduled_posts/${id}`, { scheduled_at }, call);
}

describe('PUT /scheduled_posts/{id}', () => {
  it('answers with the whole draft in state scheduled', async () => {
    const made = await draft({ body: '<p>Text</p>', tags: ['t'] });
    const at = now() + 3600;
    const reply = await schedule(made.id, at);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('etag')).toMatch(/^"2-/);
    expect(reply.body).toEqual({
      ...made,
      status: 'scheduled',
      scheduled_at: at,
      updated_ts: expect.any(Number),
    });
    for (const path of ['scheduled_posts', 'drafts'])
      expect((await api.get(`/${path}/${made.id}`)).body).toEqual(reply.body);
    expect((await api.get(`/posts/${made.id}`)).status).toBe(404);
  });

  it('changes the time of a scheduled draft, which stays editable', async () => {
    const { id } = await draft();
    await schedule(id, now() + 3600);
    const later = now() + 7200;
    expect((await schedule(id, later)).body.scheduled_at).toBe(later);
    const edited = await api.put(`/drafts/${id}`, { headline: 'Edited' });
    expect(edited.body).toMatchObject({ headline: 'Edited', status: 'scheduled', scheduled_at: later });
  });

  it.each([
    ['the past', () => now() - 1, 'scheduled_at: must lie in the future'],
    ['this second', () => now(), 'scheduled_at: must lie in the future'],
    ['no value', () => undefined, 'scheduled_at: is required'],
    ['null', () => null, 'scheduled_at: must be a number'],
    ['text', () => String(now() + 60), 'scheduled_at: must be a number'],
    ['a fraction', () => now() + 60.5, 'scheduled_at: must be Unix seconds, an integer'],
    ['milliseconds', () => Date.now() + 60_000, 'scheduled_at: must lie within 100 years of now'],
  ])('refuses %s as scheduled_at', async (_what, at, message) => {
    const { id } = await draft();
    const reply = await schedule(id, at());
    expect(readError(reply)).toEqual([400, 'invalid_input']);
    expect(reply.body.status.messages).toEqual([message]);
    expect((await api.get(`/drafts/${id}`)).body.status).toBe('draft');
  });

  it('returns 409 for a published post, 404 for a removed or unknown one, 400 for a malformed id', async () => {
    const at = now() + 3600;
    const post = (await api.post('/posts', { headline: 'P' })).body;
    expect(readError(await schedule(post.id, at))).toEqual([409, 'conflict']);
    const { id } = await draft();
    await api.delete(`/drafts/${id}`);
    expect(readError(await schedule(id, at))).toEqual([404, 'not_found']);
    expect(readError(await schedule(5, at))).toEqual([404, 'not_found']);
    expect(readError(await api.put('/scheduled_posts/x', { scheduled_at: at }))).toEqual([
      400,
      'invalid_input',
    ]);
  });

  it('returns 412 when If-Match has another version', async () => {
    const made = await api.post('/drafts', { headline: 'D' });
    const headers = { 'if-match': made.headers.get('etag') ?? '' };
    const path = `/scheduled_posts/${made.body.id}`;
    expect((await schedule(made.body.id, now() + 60, { headers })).status).toBe(200);
    expect(readError(await schedule(made.body.id, now() + 70, { headers }))[0]).toBe(412);
    expect(readError(await api.delete(path, { headers }))[0]).toBe(412);
  });
});

describe('DELETE /scheduled_posts/{id}', () => {
  it('unschedules and answers with the draft', async () => {
    const made = await draft();
    await schedule(made.id, now() + 3600);
    const reply = await api.delete(`/scheduled_posts/${made.id}`);
    expect([reply.status, reply.body]).toEqual([200, { ...made, updated_ts: expect.any(Number) }]);
    expect(readError(await api.get(`/scheduled_posts/${made.id}`))).toEqual([404, 'not_found']);
  });

  it('returns 409 for a post that is not scheduled, 404 for an unknown one', async () => {
    const { id } = await draft();
    expect(readError(await api.delete(`/scheduled_posts/${id}`))).toEqual([409, 'conflict']);
    const post = (await api.post('/posts', { headline: 'P' })).body;
    expect(readError(await api.delete(`/scheduled_posts/${post.id}`))).toEqual([409, 'conflict']);
    expect(readError(await api.delete('/scheduled_posts/6'))).toEqual([404, 'not_found']);
  });
});

describe('GET /scheduled_posts', () => {
  it('lists scheduled drafts newest first, in pages, without those unscheduled, published or removed', async () => {
    const made = [];
    for (let index = 0; index < 6; index++) made.push(await draft({ created_ts: 1000 - index }));
    for (const [index, { id }] of made.entries()) await schedule(id, now() + 5000 - index);
    const ids = made.map(({ id }) => id as number).reverse();
    const listed = async (query = {}): Promise<number[]> =>
      (await api.get('/scheduled_posts', { query })).body.map((record: { id: number }) => record.id);
    const all = (await listed({ limit: 30 })).filter(id => ids.includes(id));
    expect(all).toEqual(ids);

    const first = await api.get('/scheduled_posts', { query: { limit: 2 } });
    expect(first.body[0].draft_url).toMatch(/\?draft=1$/);
    const next = /<(.*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await api.get(next);
    const offset = await listed({ offset: 2, limit: 2 });
    expect(second.body.map((record: { id: number }) => record.id)).toEqual(offset);

    await api.delete(`/scheduled_posts/${ids[0]}`);
    await api.put(`/drafts/${ids[1]}`, { action: 'publish' });
    await api.delete(`/drafts/${ids[2]}`);
    expect((await listed({ limit: 30 })).filter(id => ids.includes(id))).toEqual(ids.slice(3));
  });

  it('refuses a limit outside 1 to 30 and answers only the chosen fields', async () => {
    for (const limit of [0, 31, 1.5, 'x'])
      expect(readError(await api.get('/scheduled_posts', { query: { limit } }))).toEqual([
        400,
        'invalid_input',
      ]);
    const some = await api.get('/scheduled_posts?include_fields=id,scheduled_at&limit=1');
    expect(Object.keys(some.body[0]).sort()).toEqual(['id', 'scheduled_at']);
  });
});

describe('GET /scheduled_posts/{id}', () => {
  it('returns 404 for a draft, a published post and an unknown id', async () => {
    const { id } = await draft();
    const post = (await api.post('/posts', { headline: 'P' })).body;
    for (const missing of [id, post.id, 7])
      expect(readError(await api.get(`/scheduled_posts/${missing}`))).toEqual([404, 'not_found']);
  });
});

describe('permissions of /scheduled_posts', () => {
  it('requires publish_post to schedule and unschedule, and a key to list', async () => {
    const { id } = await draft();
    const { key } = await api.makeKey('Guest Writer');
    for (const reply of [
      await schedule(id, now() + 60, { key }),
      await api.delete(`/scheduled_posts/${id}`, { key }),
    ]) {
      expect(readError(reply)).toEqual([403, 'forbidden']);
      expect(reply.body.status.messages).toEqual(['This needs the permission publish_post']);
    }
    expect((await api.get('/scheduled_posts', { key })).status).toBe(200);
    expect(readError(await api.get('/scheduled_posts', { key: null }))).toEqual([401, 'api_key_missing']);
    const editor = await api.makeKey('Guest Editor');
    expect((await schedule(id, now() + 60, { key: editor.key })).status).toBe(200);
  });
});

describe('permissions on a scheduled draft', () => {
  const NEEDS = 'This needs the permission publish_post';

  /** A draft of the writer's own, scheduled by an administrator. */
  async function scheduleFor(authorId: number): Promise<number> {
    const { id } = await draft({ roar_author_ids: [authorId] });
    expect((await schedule(id, now() + 3600)).status).toBe(200);
    return id;
  }

  it('returns 403 to the draft’s author who edits or removes it without publish_post', async () => {
    const writer = await api.makeKey('Guest Writer');
    const narrowed = await api.makeKey('Administrator', { permissions: ['read', 'write_draft'] });
    for (const { key, authorId } of [writer, narrowed]) {
      const id = await scheduleFor(authorId);
      for (const reply of [
        await api.put(`/drafts/${id}`, { headline: 'Mine' }, { key }),
        await api.put(`/drafts/${id}`, {}, { key }),
        await api.put(`/drafts/${id}`, { action: 'publish' }, { key }),
        await api.delete(`/drafts/${id}`, { key }),
        await api.delete(`/scheduled_posts/${id}`, { key }),
      ]) {
        expect(readError(reply)).toEqual([403, 'forbidden']);
        expect(reply.body.status.messages).toEqual([NEEDS]);
      }
      expect((await api.get(`/scheduled_posts/${id}`)).body.headline).not.toBe('Mine');
    }
  });

  it('lets a key with publish_post edit, unschedule and remove it', async () => {
    const { key, authorId } = await api.makeKey('Guest Editor');
    const id = await scheduleFor(authorId);
    const edited = await api.put(`/drafts/${id}`, { headline: 'Edited' }, { key });
    expect(edited.body).toMatchObject({ headline: 'Edited', status: 'scheduled' });
    expect((await api.delete(`/scheduled_posts/${id}`, { key })).status).toBe(200);
    const other = await scheduleFor(authorId);
    expect((await api.delete(`/drafts/${other}`, { key })).status).toBe(200);
  });

  it('lets the author edit and remove the draft again after it is unscheduled', async () => {
    const { key, authorId } = await api.makeKey('Guest Writer');
    const id = await scheduleFor(authorId);
    expect((await api.delete(`/scheduled_posts/${id}`)).status).toBe(200);
    expect((await api.put(`/drafts/${id}`, { headline: 'Mine' }, { key })).status).toBe(200);
    expect((await api.delete(`/drafts/${id}`, { key })).status).toBe(200);
  });
});

describe('publication on schedule', () => {
  it('publishes twenty posts at or after their time, with the planned date', async () => {
    const drafts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => draft({ tags: [`t${index}`] })),
    );
    // The clock stands until all of them are scheduled, however long that takes: nothing is due before.
    stopClock();
    const start = nowTs() + 2;
    const planned = new Map(drafts.map(({ id }, index) => [id as number, start + (index % 2)]));
    await Promise.all([...planned].map(([id, at]) => schedule(id, at)));
    restoreClock();
    const seen = new Map<number, number>();
    await eventually(
      async () => {
        const { body } = await api.get('/posts', { query: { limit: 100, include_fields: 'id,created_ts' } });
        for (const { id, created_ts } of body as { id: number; created_ts: number }[]) {
          if (!planned.has(id) || seen.has(id)) continue;
          expect(created_ts).toBe(planned.get(id));
          seen.set(id, Date.now() / 1000);
        }
        return seen.size;
      },
      size => size === 20,
    );
    const late = [...planned].map(([id, at]) => (seen.get(id) ?? Infinity) - at);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  });
});
