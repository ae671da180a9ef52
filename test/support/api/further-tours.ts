import { expect } from 'vitest';
import type { RouteName } from '../../../functions/routes/index.ts';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { applyDue } from '../../../shared/posts/publishing/staging/apply-due.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { REQUESTS } from './requests.ts';
import { largeBody } from './tour.ts';
import { eventually, type Api } from './api.ts';
import { as, TEST_CALLER } from './calls.ts';
import { makeEnrolled } from '../resources/passkeys.ts';
import { makeDraft, makePost, ok } from '../resources/posts.ts';
import { signInAt, useProvider } from '../resources/single-sign-on.ts';

/** Calls an endpoint that the tour leaves out, as its cost is measured. */
export async function tourRoute(api: Api, name: RouteName): Promise<void> {
  const [method, path, body, call] = await REQUESTS[name]!(api);
  await ok(api.send(method, path, { body, ...call }));
}

/** Signs in with a password where the author has a passkey, for which a recovery code is used up. */
export async function tourRecoveryCode(api: Api): Promise<void> {
  const { account, call } = await makeEnrolled(api, { withPassword: true });
  const { codes } = await ok(api.post('/recovery_codes', {}, call));
  const { email, password } = account;
  await ok(api.post('/sessions', { email, password, recovery_code: codes[0] }, { key: null }));
}

/** Signs in by a provider a person who becomes an author, and then has another role. */
export async function tourSingleSignOn(api: Api): Promise<void> {
  const values = { editors: 'Editor', writers: 'Guest Writer' };
  const provider = await useProvider(api, { createsAuthors: true, roles: { claim: 'group', values } });
  for (const group of Object.keys(values)) {
    provider.person = { email: 'new@example.org', email_verified: true, group };
    await ok(signInAt(api, provider));
  }
}

/** Lets publisher and sweep apply staged changes whose bodies are too large for the table. */
export async function tourPlannedChanges(api: Api): Promise<void> {
  for (const name of ['events/publisher', 'events/sweep']) {
    const { id } = await makePost(api);
    const at = nowTs() + 150;
    await ok(api.put(`/editor/posts/${id}`, { stage: true, body: largeBody() }));
    await ok(api.put(`/editor/posts/${id}`, { apply_at: at }));
    expect(await as(name, () => applyDue(id, () => at))).toBe(0);
  }
}

/** Lets each function that answers safe HTML make and store the form of a text that no other one has stored. */
export async function tourSafeForms(api: Api): Promise<void> {
  const query = { render_shortcodes: 1, safe: 1 };
  let texts = 0;
  const text = (): string => `<b onclick="x">${++texts}</b>`.repeat(200);
  const forgotten = async (post: any): Promise<any> => {
    const key = { pk: `SAFE#post#${post.id}`, sk: 'html' };
    await as(TEST_CALLER, () => new Transaction().delete(key).commit());
    return post;
  };
  const newPost = async () => await forgotten(await makePost(api, { body: text() }));
  const newDraft = async () => await forgotten(await makeDraft(api, { body: text() }));
  await ok(api.get(`/posts/${(await newPost()).id}`, { query }));
  await ok(api.get(`/drafts/${(await newDraft()).id}`, { query }));
  const path = new URL((await newPost()).post_url).pathname;
  await ok(api.get('/posts/permalink', { query: { ...query, path } }));
  const { token } = await ok(api.post(`/drafts/${(await newDraft()).id}/previews`, {}));
  await ok(api.get(`/previews/${token}`, { query }));
  await newPost();
  await ok(api.get('/feeds/rss.xml'));
  await ok(api.get('/sitemaps/2024-03.xml'));

  await tourSearchableForms(api);

  const { id: author_id } = await ok(api.post('/api/1.1/authors', { name: 'described' }));
  const names = { first_name: 'A', last_name: 'B' };
  const post = await makePost(api);
  await ok(api.post(`/posts/${post.id}/likes`, { author_id }));
  for (const place of [
    `/api/1.1/authors/${author_id}`,
    '/authors/search',
    '/api/1.2/authors/name?author_names=described',
    `/posts/${post.id}/likes`,
  ]) {
    await ok(api.put(`/api/1.1/authors/${author_id}`, { ...names, about_html: text() }));
    await ok(api.get(place, { query: { safe: 1 } }));
  }
  for (const kind of ['sections', 'tags']) {
    const { id } = await ok(api.post(`/${kind}`, { title: 'Described', url: 'described' }));
    for (const place of [`/${kind}/${id}`, `/${kind}`]) {
      await ok(api.put(`/${kind}/${id}`, { about_html: text() }));
      await ok(api.get(place, { query: { safe: 1 } }));
    }
  }
}

/** Lets each function that searches make and store the searchable form of a long body. */
async function tourSearchableForms(api: Api): Promise<void> {
  const { id } = await makePost(api, { body: `marzipan nougat ${largeBody()}` });
  for (const path of ['/posts/search', '/posts']) {
    const search = () => ok(api.get(path, { query: { phrase: '"marzipan nougat"' } }));
    await eventually(search, ({ length }) => length === 1);
    const key = { pk: `SAFE#search#${id}`, sk: 'body#0' };
    await as(TEST_CALLER, () => new Transaction().delete(key).commit());
    await search();
  }
}
