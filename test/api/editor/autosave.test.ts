import { afterEach, describe, expect, it } from 'vitest';
import { INDEX_UNPUBLISHED } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { queryItems } from '../../../shared/platform/store/table.ts';
import { nowMs } from '../../../shared/platform/core/clock.ts';
import { sweepUnpublished } from '../../../shared/posts/search/unpublished.ts';
import { endSeries } from '../../../shared/posts/publishing/jobs/end-series.ts';
import { idAt } from '../../../shared/platform/values/position.ts';
import { TIMELINE } from '../../../shared/posts/record/timelines.ts';
import { listDeliveries } from '../../../shared/posts/webhooks/deliveries.ts';
import { EVENTS_PARTITION } from '../../../shared/posts/webhooks/keys.ts';
import { NOWHERE } from '../../support/resources/webhooks.ts';
import { revisionContentKey } from '../../../shared/posts/revisions/record.ts';
import { eventually, useApi, withoutSweeps, type Call, type Reply } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { dyingAfter, withFaults } from '../../support/aws/faults.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { makeDraft, makeSection, ok } from '../../support/resources/posts.ts';
import { findDisagreements } from '../../support/table/checked-table.ts';
import { drain, waiting } from '../../support/table/outbox.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/time/clock.ts';
import { times } from '../../support/values/times.ts';

const api = useApi({}, undefined, withoutSweeps);
const BODY = '<p>The old bridge is open.</p>';
const NEW_BODY = '<p>The new bridge is open.</p>';

afterEach(restoreClock);

function autosave(id: number, fields: object, call?: Call): Promise<Reply> {
  return api.put(`/editor/posts/${id}`, { ...fields, autosave: true }, call);
}

function save(id: number, fields: object, call?: Call): Promise<any> {
  return ok(api.put(`/editor/posts/${id}`, fields, call));
}

function open(id: number): Promise<any> {
  return ok(api.get(`/editor/posts/${id}`));
}

function listRevisions(id: number): Promise<any[]> {
  return ok(api.get(`/editor/posts/${id}/revisions`));
}

async function listVersions(id: number): Promise<number[]> {
  return (await listRevisions(id)).map(({ version }) => version);
}

/** Whether the list of series that go on has the post. */
async function isInSeries(id: number): Promise<boolean> {
  const items = await queryItems({ pk: `T#${TIMELINE.autosaved}`, consistent: true });
  return items.some(({ sk }) => idAt(String(sk)) === id);
}

/** Runs `work` and returns what it reports of the post to a webhook, with the author who did it. */
async function reportedBy(id: number, work: () => Promise<unknown>): Promise<string[]> {
  const { id: webhook } = await ok(api.post('/webhooks', { url: NOWHERE, active: true }));
  await work();
  const readEvents = () => queryItems({ pk: EVENTS_PARTITION, consistent: true });
  await eventually(readEvents, events => events.length === 0);
  const deliveries = await listDeliveries(webhook);
  await ok(api.delete(`/webhooks/${webhook}`));
  return deliveries
    .filter(({ post_id }) => post_id === id)
    .map(({ action, user_id }) => `${action} ${user_id}`)
    .reverse();
}

describe('PUT /editor/posts/{id} with autosave', () => {
  it('saves a draft with another ETag and the same updated_ts', async () => {
    const { id } = await makeDraft(api, { body: BODY });
    const before = await open(id);
    stopClock(60);
    const { status, body, headers } = await autosave(id, { body: NEW_BODY, body_version: 1 });

    expect([status, headers.get('etag')]).toEqual([200, expect.stringMatching(/"2-/)]);
    expect(body).toMatchObject({ body: NEW_BODY, version: 2, body_version: 2 });
    expect(body.updated_ts).toBe(before.updated_ts);
    expect(body.edited_ts).toBeGreaterThan(before.updated_ts);
    expect(await open(id)).toEqual({ ...body, staged_change: null });
  });

  it('returns 412 when another body has been written since', async () => {
    const { id } = await makeDraft(api, { body: BODY });
    const { key } = await api.makeKey('Editor');
    const replies = await Promise.all([
      autosave(id, { body: '<p>One</p>', body_version: 1 }),
      autosave(id, { body: '<p>Other</p>', body_version: 1 }, { key }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('returns 403 to those who may not edit the draft, 409 for a removed post, and 400 with revert_to', async () => {
    const { id } = await makeDraft(api);
    const { key } = await api.makeKey('Guest Writer');
    const denied = await autosave(id, { body: BODY }, { key });
    expect([denied.status, denied.body.data]).toEqual([403, { state: 'draft' }]);
    const refused = await autosave(id, { revert_to: 1 });
    expectRefused(refused, 400, 'invalid_input', 'autosave: can’t be sent with revert_to');
    const wrong = await api.put(`/editor/posts/${id}`, { autosave: 1 });
    expectRefused(wrong, 400, 'invalid_input', /^autosave: /);
    await ok(api.delete(`/drafts/${id}`));
    expectRefused(await autosave(id, { body: BODY }), 409, 'conflict');
  });
});

// Deployed functions have caches of their own, in which a webhook is missing for some seconds.
describe.skipIf(DEPLOYED)('a series of autosaves', () => {
  it('a series is one revision and one event with the explicit save that ends it', async () => {
    const { id, roar_author_ids } = await makeDraft(api, { body: BODY });
    const [author] = roar_author_ids;
    const events = await reportedBy(id, async () => {
      for (const word of ['n', 'ne', 'new']) await autosave(id, { body: BODY.replace('old', word) });
      await autosave(id, { subheadline: 'At last' });
      await save(id, { headline: 'It is open' });
    });
    expect(events).toEqual([`draft_edit ${author}`]);
    expect(await listVersions(id)).toEqual([1]);
    await save(id, { headline: 'Later' });
    const [last, first] = await listRevisions(id);
    expect(first).toMatchObject({ version: 1, action: 'create' });
    expect(last).toMatchObject({ version: 6, action: 'edit', edited_by: author });
    expect([...last.changed_fields].sort()).toEqual(['body', 'headline', 'subheadline']);
    expect([last.words_added, last.words_removed]).toEqual([1, 1]);
    expect(await isInSeries(id)).toBe(false);
  });

  it('a series is a revision and an event before those of a publication', async () => {
    const { id, roar_author_ids } = await makeDraft(api, { body: BODY });
    const [author] = roar_author_ids;
    const events = await reportedBy(id, async () => {
      for (const body of [NEW_BODY, BODY]) await autosave(id, { body });
      await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    });
    expect(events).toEqual([`draft_edit ${author}`, `draft_publish ${author}`]);
    expect(await listVersions(id)).toEqual([3, 1]);
    expect(await isInSeries(id)).toBe(false);
  });

  it('ends with the save or autosave of another author', async () => {
    const { id, roar_author_ids } = await makeDraft(api, { body: BODY });
    const { key, authorId } = await api.makeKey('Editor');
    const events = await reportedBy(id, async () => {
      await autosave(id, { headline: 'One' });
      await autosave(id, { headline: 'Two' }, { key });
      await autosave(id, { headline: 'Three' }, { key });
      await save(id, { headline: 'Four' });
    });
    expect(events).toEqual([
      `draft_edit ${roar_author_ids[0]}`,
      `draft_edit ${authorId}`,
      `draft_edit ${roar_author_ids[0]}`,
    ]);
    expect(await listVersions(id)).toEqual([4, 2, 1]);
  });

  it('ends with a revert, a schedule and a change of its sections', async () => {
    const { id } = await makeDraft(api, { body: BODY, tags: ['river'] });
    await autosave(id, { body: NEW_BODY });
    await save(id, { revert_to: 1 });
    await autosave(id, { body: NEW_BODY });
    await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: Math.floor(Date.now() / 1000) + 86_400 }));
    await autosave(id, { body: BODY });
    const events = await reportedBy(id, async () => {
      await makeSection(api, { tags: ['river'] });
      await drain();
    });
    expect(events).toEqual([expect.stringMatching(/^draft_edit/)]);
    expect(await listVersions(id)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(await isInSeries(id)).toBe(false);
  });

  it('ends after 10 minutes by the sweep, with an event, its time and its words in the search', async () => {
    const word = `bridge${Date.now()}`;
    const { id, updated_ts } = await makeDraft(api, { body: BODY });
    const { key, authorId } = await api.makeKey('Editor');
    await sweepUnpublished(nowMs() + 60_000);
    stopClock(100);
    const { body: saved } = await autosave(id, { body: `<p>${word}</p>` }, { key });
    await drain();
    expect(await waiting(INDEX_UNPUBLISHED)).toEqual([]);
    advanceClock(599);
    await endSeries();
    expect(await isInSeries(id)).toBe(true);
    advanceClock(1);
    const events = await reportedBy(id, () => endSeries());
    expect(events).toEqual([`draft_edit ${authorId}`]);
    expect(await open(id)).toMatchObject({ version: 3, updated_ts: saved.edited_ts, edited_by: authorId });
    expect(saved.edited_ts).toBeGreaterThan(updated_ts);
    await drain();
    // The local stack's own worker may have taken the job of the index.
    const search = () => ok(api.get('/editor/posts', { query: { q: word } }));
    expect(await eventually(search, found => found.length > 0)).toMatchObject([{ id }]);
    await save(id, { headline: 'Later' });
    const revisions = await listRevisions(id);
    expect(revisions).toMatchObject([
      {
        version: 3,
        action: 'edit',
        edited_by: authorId,
        changed_fields: ['body'],
        edited_ts: saved.edited_ts,
      },
      { version: 1, action: 'create' },
    ]);
    expect(await findDisagreements()).toEqual([]);
  });

  it('ends after 10 minutes with the next autosave, which begins another one', async () => {
    const { id } = await makeDraft(api, { body: BODY });
    stopClock();
    const events = await reportedBy(id, async () => {
      for (const minutes of times(21, String)) {
        await autosave(id, { headline: `At ${minutes}` });
        advanceClock(60);
      }
    });
    expect(events).toHaveLength(2);
    expect(await listVersions(id)).toEqual([21, 11, 1]);
  });

  it('keeps the body before it for the revision that has it', async () => {
    const { id } = await makeDraft(api, { body: BODY });
    await autosave(id, { headline: 'First the headline' });
    for (const word of ['new', 'newer']) await autosave(id, { body: BODY.replace('old', word) });
    await save(id, { body: NEW_BODY });
    expect(await ok(api.get(`/editor/posts/${id}/revisions/1`))).toMatchObject({ body: BODY, version: 1 });
    expect(await queryItems({ pk: revisionContentKey.partition(id), consistent: true })).toHaveLength(1);
    expect(await findDisagreements()).toEqual([]);
  });

  it('an autosave is saved whole or not at all after a crash at any call', async () => {
    const { id } = await makeDraft(api, { body: BODY });
    for (let calls = 0; ; calls++) {
      const { version }: { version: number } = await open(id);
      const { status } = await withFaults(dyingAfter(calls), () => autosave(id, { body: `<p>${calls}</p>` }));
      const after = await open(id);
      expect([version, version + 1]).toContain(after.version);
      expect(await isInSeries(id)).toBe(after.version > 1);
      if (status === 200) break;
    }
    expect(await findDisagreements()).toEqual([]);
  });

  it('loses neither text nor publication when both come at the same time', async () => {
    const { id } = await makeDraft(api, { body: BODY });
    const [saved] = await Promise.all([
      autosave(id, { body: NEW_BODY }),
      ok(api.put(`/drafts/${id}`, { action: 'publish' })),
    ]);
    const post = await open(id);
    expect(post.status).toBe('published');
    const written = saved.body.staged
      ? await ok(api.get(`/editor/posts/${id}`, { query: { staged: '1' } }))
      : post;
    expect([saved.status, written.body]).toEqual([200, NEW_BODY]);
    expect(await isInSeries(id)).toBe(false);
  });
});
