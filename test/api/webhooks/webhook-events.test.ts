import { afterEach, describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/time/clock.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { isSignedWith } from '../../support/web/receiver.ts';
import { useApi } from '../../support/api/api.ts';
import { aText, makeDraft, makePost, ok, recently } from '../../support/resources/posts.ts';
import { Webhooks } from '../../support/resources/webhooks.ts';

const api = useApi();
const hooks = new Webhooks(api);

afterEach(restoreClock);

describe.skipIf(DEPLOYED)('webhook events of posts', () => {
  it('sends an action with the current post, signed', async () => {
    const { id, secret } = await hooks.make({ headers: { 'X-Desk': 'culture' } });
    const post = await makePost(api, { headline: 'The bridge opens', body: '<p>At last.</p>' });
    const [request] = await hooks.received(1);
    expect(request!.body).toEqual({
      user_id: api.stack.adminAuthorId,
      post_id: post.id,
      post: await ok(api.get(`/posts/${post.id}`)),
      post_url: post.post_url,
      action: 'post_create',
    });
    expect(request!.path).toBe('/in');
    expect(request!.headers).toMatchObject({
      'x-desk': 'culture',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(isSignedWith(secret, request!)).toBe(true);
    expect(isSignedWith('another', request!)).toBe(false);
    const [delivery] = await hooks.settled(id, 'delivered');
    expect(delivery).toEqual({
      id: Number(request!.headers['x-broadsheet-delivery']),
      action: 'post_create',
      post_id: post.id,
      state: 'delivered',
      attempts: [{ ts: recently, http_status: 200, error: null, duration_ms: expect.any(Number) }],
      next_attempt_ts: null,
    });
  });

  it('sends a draft as its endpoint answers it', async () => {
    await hooks.make();
    const { id } = await makeDraft(api);
    const [request] = await hooks.received(1);
    const post = await ok(api.get(`/drafts/${id}`));
    expect(request!.body).toMatchObject({ action: 'draft_create', post, post_url: post.post_url });
  });

  it('sends all actions on a post in their order', async () => {
    await hooks.make();
    const { id } = await makeDraft(api, { headline: 'A long way' });
    const path = `/drafts/${id}`;
    const at = Math.floor(Date.now() / 1000) + 3600;
    await ok(api.put(path, { subheadline: 'a' }));
    await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: at }));
    await ok(api.delete(`/scheduled_posts/${id}`));
    await ok(api.put(path, { action: 'publish' }));
    await ok(api.put(`/posts/${id}`, { subheadline: 'b' }));
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    await ok(api.delete(path));
    await ok(api.put(path, { action: 'restore' }));
    await ok(api.put(path, { action: 'publish' }));
    await ok(api.delete(`/posts/${id}`));
    await ok(api.put(`/posts/${id}`, { action: 'restore' }));
    const all = await hooks.received(12);
    expect(all.map(({ body }) => body.action)).toEqual([
      'draft_create',
      'draft_edit',
      'post_schedule',
      'post_unschedule',
      'draft_publish',
      'post_edit',
      'post_unpublish',
      'draft_delete',
      'draft_create',
      'draft_publish',
      'post_delete',
      'post_create',
    ]);
    expect(all.at(-1)!.body.post.status).toBe('published');
  });

  it('sends the last state of a removed post', async () => {
    const { id } = await makePost(api, { headline: 'Gone' });
    await hooks.make({ actions: ['post_delete'] });
    await ok(api.delete(`/posts/${id}`));
    const [request] = await hooks.received(1);
    expect(request!.body.post).toMatchObject({ id, status: 'removed', headline: 'Gone', body: aText });
  });

  it('names the author who scheduled a post as the user of its publication', async () => {
    await hooks.make({ actions: ['draft_publish'] });
    const { key, authorId } = await api.makeKey('Editor');
    const { id } = await makeDraft(api);
    // The plan lies in the future however long its request takes.
    stopClock();
    const scheduled_at = nowTs() + 2;
    await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at }, { key }));
    advanceClock(3);
    const [request] = await hooks.received(1);
    expect(request!.body).toMatchObject({ user_id: authorId, action: 'draft_publish', post_id: id });
    expect(request!.body.post.created_ts).toBe(scheduled_at);
  });

  it('sends an action only to active webhooks that subscribe to it', async () => {
    await hooks.make({ url: `${hooks.receiver.origin}/edits`, actions: ['post_edit'] });
    await hooks.make({ url: `${hooks.receiver.origin}/rests`, active: false });
    await hooks.make({ url: `${hooks.receiver.origin}/all` });
    const { id } = await makePost(api);
    await ok(api.put(`/posts/${id}`, { headline: 'New' }));
    await hooks.received(3);
    const sent = hooks.receiver.received.map(({ path, body }) => `${path} ${body.action}`);
    expect(sent.sort()).toEqual(['/all post_create', '/all post_edit', '/edits post_edit']);
  });

  it('signs with a new secret as soon as the secret is made', async () => {
    const { id } = await hooks.make();
    const { secret } = await ok(api.put(`/webhooks/${id}`, { secret: null }));
    await makePost(api);
    expect(isSignedWith(secret, (await hooks.received(1))[0]!)).toBe(true);
  });
});
