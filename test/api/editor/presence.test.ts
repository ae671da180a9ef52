import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { useApi, withoutSweeps } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { dyingAfter, withFaults } from '../../support/aws/faults.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/time/clock.ts';

process.env.LOG_LEVEL = 'silent';

const api = useApi({}, undefined, withoutSweeps);

beforeEach(() => stopClock());
afterEach(() => restoreClock());

const pathOf = (id: number) => `/editor/posts/${id}/presence`;

function note(id: number, state: string, key?: string): Promise<any[]> {
  return ok(api.put(pathOf(id), { state }, key === undefined ? {} : { key }));
}

async function makeEditor(first_name: string) {
  const made = await api.makeKey('Editor');
  const author = await ok(api.put(`/api/1.1/authors/${made.authorId}`, { first_name, last_name: 'N' }));
  return { ...made, name: author.name as string };
}

describe('PUT /editor/posts/{id}/presence', () => {
  it('returns the other authors who have the post open, those who edit it first', async () => {
    const { id } = await makeDraft(api);
    const [ada, bo, cy] = [await makeEditor('Ada'), await makeEditor('Bo'), await makeEditor('Cy')];
    expect(await note(id, 'viewing', ada.key)).toEqual([]);
    const seen_ts = nowTs();
    advanceClock(1);
    const present = (one: typeof ada, displayname: string, state: string, seen: number) => ({
      author_id: one.authorId,
      name: one.name,
      displayname,
      state,
      seen_ts: seen,
    });
    expect(await note(id, 'editing', bo.key)).toEqual([present(ada, 'Ada N', 'viewing', seen_ts)]);
    expect(await note(id, 'viewing', cy.key)).toEqual([
      present(bo, 'Bo N', 'editing', seen_ts + 1),
      present(ada, 'Ada N', 'viewing', seen_ts),
    ]);
  });

  it('leaves out an author 45 seconds after the last heartbeat', async () => {
    const { id } = await makeDraft(api);
    const { key, authorId } = await makeEditor('Ada');
    await note(id, 'viewing', key);
    advanceClock(20);
    await note(id, 'viewing', key);
    advanceClock(44);
    expect(await note(id, 'viewing')).toMatchObject([{ author_id: authorId }]);
    advanceClock(1);
    expect(await note(id, 'viewing')).toEqual([]);
  });

  it('returns the last state of a key', async () => {
    const { id } = await makeDraft(api);
    const { key } = await makeEditor('Ada');
    for (const state of ['editing', 'viewing']) await note(id, state, key);
    expect(await note(id, 'viewing')).toMatchObject([{ state: 'viewing' }]);
  });

  it('returns an author with several keys once, as editing when one of them edits', async () => {
    const { id } = await makeDraft(api);
    const { key, authorId } = await makeEditor('Ada');
    const second = await ok(api.post('/api_keys', { author_id: authorId, label: 'second' }));
    await note(id, 'editing', key);
    advanceClock(1);
    expect(await note(id, 'viewing', second.key)).toEqual([]);
    const others = await note(id, 'viewing');
    expect(others).toMatchObject([{ author_id: authorId, state: 'editing', seen_ts: nowTs() }]);
  });

  it('shows nobody of another post', async () => {
    const [{ id }, { id: other }] = [await makeDraft(api), await makeDraft(api)];
    await note(other, 'editing', (await makeEditor('Ada')).key);
    expect(await note(id, 'viewing')).toEqual([]);
  });

  it('changes nothing of the post', async () => {
    const { id } = await makeDraft(api);
    const before = await api.get(`/drafts/${id}`);
    await note(id, 'editing');
    const after = await api.get(`/drafts/${id}`);
    expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
  });

  it('lets at least one of two simultaneous requests see the other', async () => {
    const { id } = await makeDraft(api);
    const [ada, bo] = [await makeEditor('Ada'), await makeEditor('Bo')];
    const seen = await Promise.all([note(id, 'editing', ada.key), note(id, 'editing', bo.key)]);
    expect(seen.flat().length).toBeGreaterThanOrEqual(1);
  });

  // Deployed functions make their calls past the hook of this process.
  it.skipIf(DEPLOYED)(
    'notes the heartbeat before it reads, when the process dies between two calls',
    async () => {
      const outcomes: number[][] = [];
      for (const calls of [0, 1, 2, 3]) {
        const { id } = await makeDraft(api);
        const { status } = await withFaults(dyingAfter(calls), () =>
          api.put(pathOf(id), { state: 'viewing' }),
        );
        outcomes.push([status, (await note(id, 'viewing', (await makeEditor('Ada')).key)).length]);
      }
      expect(outcomes).toEqual([
        [500, 0],
        [500, 0],
        [500, 1],
        [200, 1],
      ]);
    },
  );

  it('returns 400 for another state, and 404 for an unknown post', async () => {
    const { id } = await makeDraft(api);
    for (const body of [{}, { state: 'away' }, { state: 7 }])
      expectRefused(await api.put(pathOf(id), body), 400, 'invalid_input', /^state: /);
    expectRefused(await api.put(pathOf(12), { state: 'viewing' }), 404, 'not_found');
  });

  it('lets a Guest Writer view every post, but edit only its own drafts', async () => {
    const { key } = await api.makeKey('Guest Writer');
    const own = await makeDraft(api, {}, { key });
    const others = [await makeDraft(api), await makePost(api)];
    expect(await note(own.id, 'editing', key)).toEqual([]);
    for (const { id } of others) {
      expect(await note(id, 'viewing', key)).toEqual([]);
      expectRefused(await api.put(pathOf(id), { state: 'editing' }, { key }), 403, 'forbidden');
    }
  });

  it('returns 403 to a Reader', async () => {
    const { id } = await makeDraft(api);
    const { key } = await api.makeKey('Reader');
    const reply = await api.put(pathOf(id), { state: 'viewing' }, { key });
    expectRefused(reply, 403, 'forbidden', 'This needs the permission write_draft');
  });
});
