import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { isSignedWith, OK, startReceiver, type Receiver } from '../../support/web/receiver.ts';
import { eventually, useApi } from '../../support/api/api.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const SECRET = 'the partner’s secret';

let receiver: Receiver;

beforeAll(async () => {
  process.env.SECRETS = JSON.stringify({ 'news/partner': SECRET });
  receiver = await startReceiver();
});

const api = useApi(() => ({
  features: { partnerNews: true },
  partnerNews: {
    endpoint: `${receiver.origin}/articles`,
    accessKey: 'our-access-key',
    secret: { secretName: 'news/partner' },
  },
}));

beforeEach(() => {
  receiver.answer = OK;
  receiver.received.length = 0;
});
afterAll(async () => {
  delete process.env.SECRETS;
  await receiver.stop();
});

const ARTICLE = { partnernews_article: true, headline: 'For everybody' };
function actions() {
  return receiver.received.map(({ body }) => body.action);
}

function arrivals(count: number) {
  return eventually(
    () => Promise.resolve(actions()),
    all => all.length >= count,
  );
}

it.skipIf(DEPLOYED)(
  'partner news delivers an article with the access key, signed with the partner’s secret',
  async () => {
    const post = await makePost(api, ARTICLE);
    await arrivals(1);
    const [request] = receiver.received;

    expect(request!.path).toBe('/articles');
    expect(request!.headers['x-broadsheet-access-key']).toBe('our-access-key');
    expect(isSignedWith(SECRET, request!)).toBe(true);
    expect(request!.body).toEqual({
      user_id: api.stack.adminAuthorId,
      post_id: post.id,
      post: await ok(api.get(`/posts/${post.id}`)),
      post_url: post.post_url,
      action: 'post_create',
    });
  },
);

it.skipIf(DEPLOYED)(
  'partner news delivers changes of published articles until the mark is removed',
  async () => {
    const { id } = await makeDraft(api, ARTICLE);
    await ok(api.put(`/drafts/${id}`, { headline: 'Better' }));
    await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    await ok(api.put(`/posts/${id}`, { headline: 'Best' }));
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    await ok(api.put(`/posts/${id}`, { partnernews_article: false }));
    await ok(api.put(`/posts/${id}`, { headline: 'Our own' }));
    await makePost(api, { headline: 'Never marked' });
    await arrivals(5);

    expect(actions()).toEqual(['draft_publish', 'post_edit', 'post_unpublish', 'draft_publish', 'post_edit']);
    expect(receiver.received.at(-1)!.body.post.partnernews_article).toBe(false);
  },
);

it.skipIf(DEPLOYED)('partner news lists, tests and replays its deliveries as webhook 0', async () => {
  const { id } = await makePost(api, ARTICLE);
  const [delivery] = await eventually(
    () => ok(api.get('/webhooks/0/deliveries')),
    ([newest]: any[]) => newest?.post_id === id && newest.state === 'delivered',
  );
  await ok(api.post(`/webhooks/0/deliveries/${delivery.id}/replay`));
  await ok(api.post('/webhooks/0/test'));
  await arrivals(3);

  expect(actions().sort()).toEqual(['post_create', 'post_create', 'test']);
});

it('GET, PUT and DELETE /webhooks/0 return 404, because only the site’s configuration defines it', async () => {
  expect(await ok(api.get('/webhooks'))).toEqual([]);
  for (const reply of [
    await api.get('/webhooks/0'),
    await api.put('/webhooks/0', {}),
    await api.delete('/webhooks/0'),
  ])
    expectRefused(reply, 404, 'not_found', 'There is no webhook with the id 0');
  const unknown = await api.get('/webhooks/5/deliveries');
  expectRefused(unknown, 404, 'not_found', 'There is no webhook with the id 5');
});
