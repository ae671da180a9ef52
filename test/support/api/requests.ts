import { routeList, type RouteName } from '../../../functions/routes/index.ts';
import { ENTITIES } from '../../../infra/cli/entities.ts';
import { cacheResult } from '../../../shared/scraper/cache.ts';
import { extract } from '../../../shared/scraper/extract.ts';
import { Page } from '../../../shared/scraper/markup/page.ts';
import { SAMPLES } from '../files/documents.ts';
import { Authenticator } from '../../../infra/dev/openapi/authenticator.ts';
import type { Api, Call } from './api.ts';
import { anImage, makeAsset } from '../resources/assets.ts';
import { makeDocument } from '../resources/documents.ts';
import { makeImage, quartered, settledImage } from '../resources/images.ts';
import { makeEnrolled } from '../resources/passkeys.ts';
import { makeDraft, makePost, makeSection, ok } from '../resources/posts.ts';
import { beginSession, invite, makeAccount, ownPage } from '../resources/sessions.ts';
import { begin, useProvider } from '../resources/single-sign-on.ts';
import { arrived } from '../resources/uploads.ts';

/** `call`: of a request that a session sends instead of the administrator's key. */
type Request = [method: string, path: string, body?: object, call?: Call];

/** Creates the records that a request needs. @returns the request */
type Prepare = (api: Api) => Promise<Request> | Request;

function get(path: string): Request {
  return ['GET', path];
}

function post(path: string, body: object = {}): Request {
  return ['POST', path, body];
}

function put(path: string, body: object = {}): Request {
  return ['PUT', path, body];
}

function remove(path: string): Request {
  return ['DELETE', path];
}

/** A request that refers to a record created for it. */
function about(make: (api: Api) => Promise<any>, request: (made: any) => Request): Prepare {
  return async api => request(await make(api));
}

/** An article of 3 KB with three tags in two sections. */
export const ARTICLE = {
  headline: 'A budget for every endpoint',
  subheadline: 'So that costs never surprise',
  body: `<p>${'Words of an ordinary article. '.repeat(100)}</p>`,
  tags: ['budget', 'cost', 'cloud'],
  sections: [0, 'budget'],
};

let number = 0;
const soon = Math.floor(Date.now() / 1000) + 86_400;

function aDraft(api: Api) {
  return makeDraft(api, ARTICLE);
}

function aPost(api: Api) {
  return makePost(api, ARTICLE);
}

async function aPreview(api: Api): Promise<any> {
  const { id } = await aDraft(api);
  return await ok(api.post(`/drafts/${id}/previews`, {}));
}

async function anEditedDraft(api: Api): Promise<any> {
  const { id } = await aDraft(api);
  return await ok(api.put(`/drafts/${id}`, { headline: 'Edited' }));
}

async function aListedPreview(api: Api): Promise<any> {
  const path = `/editor/posts/${(await aDraft(api)).id}/previews`;
  return { path, ...(await ok(api.post(path, {}))) };
}

function aSection(api: Api) {
  return makeSection(api, { tags: ['unused'] });
}

function aTag(api: Api) {
  return ok(api.post('/tags', { title: 'Tag', url: `tag-${++number}` }));
}

function aCursor(api: Api): Promise<any> {
  return ok(api.get('/editor/changes'));
}

function aPublicCursor(api: Api): Promise<any> {
  return ok(api.get('/posts/changes'));
}

async function aBadge(api: Api): Promise<any> {
  return await ok(api.post('/badges', { name: 'Live', image_id: await anImage() }));
}

async function aUsedBadge(api: Api): Promise<any> {
  const badge = await aBadge(api);
  await makePost(api, { ...ARTICLE, badges: [badge.id] });
  return badge;
}

const HOOK = 'https://hooks.example/in';

/** Deletes all webhooks, so that the writes of other requests have no deliveries. */
async function noWebhook(api: Api): Promise<void> {
  for (const { id } of await ok(api.get('/webhooks'))) await ok(api.delete(`/webhooks/${id}`));
}

async function aWebhook(api: Api): Promise<any> {
  await noWebhook(api);
  return await ok(api.post('/webhooks', { url: HOOK, actions: ['post_unpublish'] }));
}

async function aDelivery(api: Api): Promise<any> {
  const { id: hook } = await aWebhook(api);
  return { ...(await ok(api.post(`/webhooks/${hook}/test`))), hook };
}

function aKey(api: Api) {
  return api.makeKey('Editor');
}

const SQUARE = { '1x1': { top: 0, left: 0, width: 40, height: 40, imgWidth: 60, imgHeight: 40 } };

async function aPicture(api: Api) {
  return await arrived(api, await quartered(60, 40), { filename: 'a.jpg', content_type: 'image/jpeg' });
}

async function aSettledImage(api: Api) {
  return await settledImage(api, (await makeImage(api, await quartered(60, 40))).id);
}

async function aScheduled(api: Api): Promise<any> {
  const { id } = await aDraft(api);
  return await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: soon }));
}

async function anAuthor(api: Api): Promise<any> {
  const email = `ada${++number}@example.org`;
  const made = await ok(api.post('/api/1.1/authors', { first_name: 'Ada', last_name: email, email }));
  return { ...made, email };
}

async function aSession(api: Api): Promise<any> {
  return (await beginSession(api, await makeAccount(api))).session;
}

async function toSign(api: Api): Promise<any> {
  const { authenticator } = await makeEnrolled(api);
  return authenticator.signIn(await ok(api.post('/sessions/passkey/options', {}, { key: null })));
}

async function toEnrol(api: Api): Promise<any> {
  const { call } = await makeEnrolled(api);
  const authenticator = new Authenticator(new URL(api.stack.url).origin);
  const credential = authenticator.enrol(await ok(api.post('/passkeys/options', {}, call)));
  return { call, body: { name: 'Laptop', credential } };
}

/** What a provider has returned, and the call of the browser that began. */
async function fromProvider(api: Api) {
  const provider = await useProvider(api);
  const { url, cookie } = await begin(api);
  return { returned: provider.signIn(url), call: { key: null, headers: { ...ownPage(api), cookie } } };
}

/** What accepts an invitation. */
async function anInvitation(api: Api) {
  const { id, email, password } = await makeAccount(api);
  return { token: (await invite(api, id)).token, email, password };
}

/** A session of the administrator's author, whose key sends the request. */
async function ownSession(api: Api): Promise<void> {
  const account = { email: `admin${++number}@example.org`, password: 'nine years for a bridge' };
  const path = `/api/1.1/authors/${api.stack.adminAuthorId}`;
  await ok(api.put(path, { first_name: 'Ada', last_name: 'Min', ...account }));
  await beginSession(api, account);
}

async function aViewed(api: Api): Promise<any> {
  const { id } = await aPost(api);
  await ok(api.post(`/posts/${id}/page_views`, {}));
}

/** A post and the author who is to like it. */
async function aLike(api: Api): Promise<any> {
  return { ...(await aPost(api)), author: api.stack.adminAuthorId };
}

async function aLiked(api: Api): Promise<any> {
  const made = await aLike(api);
  await ok(api.post(`/posts/${made.id}/likes`, { author_id: made.author }));
  return made;
}

/** A section and the author who is to follow it. */
async function aFollow(api: Api): Promise<any> {
  const { id } = await aSection(api);
  const author = api.stack.adminAuthorId;
  return { id, author, path: `/follows/${author}/section/${id}` };
}

async function aFollowed(api: Api): Promise<any> {
  const made = await aFollow(api);
  await ok(api.put(made.path));
  return made;
}

/** A PDF that is uploaded and not yet claimed. */
function anUpload(api: Api): Promise<number> {
  return arrived(api, SAMPLES.pdf, { filename: 'minutes.pdf', content_type: 'application/pdf' });
}

function aDocument(api: Api) {
  return makeDocument(api);
}

async function aReplacement(api: Api): Promise<any> {
  return { ...(await aDocument(api)), upload_id: await anUpload(api) };
}

/** The fields that most assets have. */
const CATALOGUED = { image_title: 'The old bridge', credit: 'Ada Nord', tags: ['bridge', 'river'] };

function anAsset(api: Api) {
  return makeAsset(api, CATALOGUED);
}

async function tenAssets(api: Api): Promise<any[]> {
  return await Promise.all(Array.from({ length: 10 }, () => anAsset(api)));
}

function inBulk(assets: { file_id: number }[], data: object = {}) {
  return assets.map(({ file_id }) => ({ file_id, data }));
}

const PAGE = 'https://example.org/page';

/** A page that was scraped a moment ago. */
function aScraped(): Promise<void> {
  return cacheResult(PAGE, extract(new Page('<title>A page</title>', PAGE), { contentType: 'text/html' }));
}

/** A typical request to every endpoint. */
export const REQUESTS: Partial<Record<RouteName, Prepare>> = {
  'previews/create': about(aDraft, ({ id }) => post(`/drafts/${id}/previews`)),
  'previews/get': about(aPreview, ({ token }) => get(`/previews/${token}`)),
  'previews/delete': about(aPreview, ({ token }) => remove(`/previews/${token}`)),
  'posts/get': about(aPost, ({ id }) => get(`/posts/${id}`)),
  'posts/create': () => post('/posts', ARTICLE),
  'posts/edit': about(aPost, ({ id }) =>
    put(`/posts/${id}`, { headline: 'Edited', tags: ['budget', 'new'] }),
  ),
  'posts/delete': about(aPost, ({ id }) => remove(`/posts/${id}`)),
  'posts/list': () => get('/posts'),
  'posts/frontpage': () => get('/posts/frontpage'),
  'posts/section': () => get('/posts/section?section_name=budget'),
  'posts/search': () => get('/posts/search?phrase=budget'),
  'feeds/get': () => get('/feeds/rss.xml'),
  'sitemaps/index': () => get('/sitemap.xml'),
  'sitemaps/news': () => get('/sitemaps/news.xml'),
  'sitemaps/month': () => get(`/sitemaps/${new Date().toISOString().slice(0, 7)}.xml`),
  'posts/tag': () => get('/posts/tag?tag=budget'),
  'posts/author': () => get('/posts/author?author_name=admin'),
  'posts/basename': about(aPost, ({ basename }) => get(`/posts/basename?basename=${basename}`)),
  'posts/permalink': about(aPost, ({ slug }) => get(`/posts/permalink?path=${slug}`)),
  'posts/changes': about(aPublicCursor, ({ cursor }) => get(`/posts/changes?since=${cursor}`)),
  'posts/page-views': about(aViewed, () => get('/posts/page_views')),
  'posts/record-page-views': about(aPost, ({ id }) => post(`/posts/${id}/page_views`)),
  'drafts/get': about(aDraft, ({ id }) => get(`/drafts/${id}`)),
  'drafts/create': () => post('/drafts', ARTICLE),
  'drafts/edit': about(aDraft, ({ id }) => put(`/drafts/${id}`, { action: 'publish' })),
  'drafts/delete': about(aDraft, ({ id }) => remove(`/drafts/${id}`)),
  'drafts/list': () => get('/drafts'),
  'scheduled_posts/schedule': about(aDraft, ({ id }) =>
    put(`/scheduled_posts/${id}`, { scheduled_at: soon }),
  ),
  'scheduled_posts/unschedule': about(aScheduled, ({ id }) => remove(`/scheduled_posts/${id}`)),
  'scheduled_posts/list': () => get('/scheduled_posts'),
  'scheduled_posts/get': about(aScheduled, ({ id }) => get(`/scheduled_posts/${id}`)),
  'editor/list-posts': about(aDraft, () => get('/editor/posts')),
  'editor/changes': about(aCursor, ({ cursor }) => get(`/editor/changes?since=${cursor}`)),
  'editor/get-post': about(aDraft, ({ id }) => get(`/editor/posts/${id}`)),
  'editor/edit-post': about(aDraft, ({ id }) =>
    put(`/editor/posts/${id}`, { body: '<p>Words of a better article.</p>', body_version: 1 }),
  ),
  'sections/create': () => post('/sections', { title: 'New', url: `new-${++number}`, tags: ['unused'] }),
  'sections/edit': about(aSection, ({ id }) => put(`/sections/${id}`, { tags: ['unused too'] })),
  'sections/delete': about(aSection, ({ id }) => remove(`/sections/${id}`)),
  'sections/list': () => get('/sections'),
  'sections/get': about(aSection, ({ id }) => get(`/sections/${id}`)),
  'sections/get-order': () => get('/sections/0/order'),
  'sections/set-order': about(aPost, ({ id }) => put('/sections/0/order', { post_ids: [id] })),
  'badges/create': about(anImage, image_id => post('/badges', { name: 'Live', image_id })),
  'badges/edit': about(aBadge, ({ id }) => put(`/badges/${id}`, { name: 'Now', order: 5 })),
  'badges/delete': about(aUsedBadge, ({ id }) => remove(`/badges/${id}`)),
  'badges/list': about(aBadge, () => get('/badges')),
  'badges/get': about(aBadge, ({ id }) => get(`/badges/${id}`)),
  'tags/create': () => post('/tags', { title: 'New', url: `new-${++number}` }),
  'tags/edit': about(aTag, ({ id }) => put(`/tags/${id}`, { title: 'Edited' })),
  'tags/delete': about(aTag, ({ id }) => remove(`/tags/${id}`)),
  'tags/list': () => get('/tags'),
  'tags/get': about(aTag, ({ id }) => get(`/tags/${id}`)),
  'authors/create': () => post('/api/1.1/authors', { first_name: 'New', last_name: `${++number}` }),
  'authors/edit': about(anAuthor, ({ id }) =>
    put(`/api/1.1/authors/${id}`, { first_name: 'Ada', last_name: 'Edited' }),
  ),
  'authors/get': about(anAuthor, ({ id }) => get(`/api/1.1/authors/${id}`)),
  'authors/search': () => get('/authors/search'),
  'authors/by-email': about(anAuthor, ({ email }) => get(`/authors/email?emails=${email}`)),
  'authors/by-name': () => get('/api/1.2/authors/name?author_names=admin'),
  'api_keys/create': about(anAuthor, ({ id }) => post('/api_keys', { author_id: id })),
  'api_keys/list': () => get('/api_keys'),
  'api_keys/delete': about(aKey, ({ keyId }) => remove(`/api_keys/${keyId}`)),
  'sessions/create': about(makeAccount, ({ email, password }) => post('/sessions', { email, password })),
  'audit/list': () => get('/audit?limit=10'),
  'sessions/list': about(aSession, () => get('/sessions')),
  'sessions/delete': about(aSession, ({ id }) => remove(`/sessions/${id}`)),
  'sessions/delete-all': about(ownSession, () => remove('/sessions')),
  'sessions/passkey-options': () => post('/sessions/passkey/options'),
  'sessions/passkey': about(toSign, credential => post('/sessions/passkey', { credential })),
  'sessions/single-sign-on-options': about(
    api => useProvider(api),
    () => post('/sessions/single_sign_on/options'),
  ),
  'sessions/single-sign-on': about(fromProvider, ({ returned, call }) => [
    'POST',
    '/sessions/single_sign_on',
    returned,
    call,
  ]),
  'passkeys/options': about(makeEnrolled, ({ call }) => ['POST', '/passkeys/options', {}, call]),
  'passkeys/create': about(toEnrol, ({ body, call }) => ['POST', '/passkeys', body, call]),
  'passkeys/list': about(makeEnrolled, ({ call }) => ['GET', '/passkeys', undefined, call]),
  'passkeys/delete': about(makeEnrolled, ({ passkey, call }) => [
    'DELETE',
    `/passkeys/${passkey.id}`,
    undefined,
    call,
  ]),
  'recovery_codes/create': about(makeEnrolled, ({ call }) => ['POST', '/recovery_codes', {}, call]),
  'invitations/create': about(makeAccount, ({ id }) => post(`/authors/${id}/invitations`)),
  'invitations/accept': about(anInvitation, invitation => post('/invitations', invitation)),
  'likes/create': about(aLike, ({ id, author }) => post(`/posts/${id}/likes`, { author_id: author })),
  'likes/delete': about(aLiked, ({ id, author }) => remove(`/posts/${id}/likes/${author}`)),
  'likes/list': about(aLiked, ({ id }) => get(`/posts/${id}/likes`)),
  'follows/follow': about(aFollow, ({ path }) => put(path)),
  'follows/unfollow': about(aFollowed, ({ path }) => remove(path)),
  'follows/sections': about(aFollowed, ({ author }) => get(`/follows/${author}/sections`)),
  'follows/followers': about(aFollowed, ({ id }) => get(`/follows/sections/${id}`)),
  'images/create': about(aPicture, upload_id => post('/images', { upload_id, caption: 'A bridge' })),
  'images/edit': about(aSettledImage, ({ id }) => put(`/images/${id}`, { manual_image_crops: SQUARE })),
  'images/list': about(aSettledImage, () => get('/images?q=bridge&limit=10')),
  'images/uses': about(aSettledImage, ({ id }) => get(`/images/${id}/uses`)),
  'images/get': about(aSettledImage, ({ id }) => get(`/images/${id}`)),
  'uploads/create': () => post('/uploads', { filename: 'a.jpg', content_type: 'image/jpeg', size: 1000 }),
  'documents/create': about(anUpload, upload_id => post('/documents', { upload_id })),
  'documents/edit': about(aReplacement, ({ id, upload_id }) => put(`/documents/${id}`, { upload_id })),
  'documents/get': about(aDocument, ({ id }) => get(`/documents/${id}`)),
  'dam/list': about(tenAssets, () => get('/dam/assets?count=10&thumbnail_sizes=300')),
  'dam/get': about(anAsset, ({ id }) => get(`/dam/assets/${id}`)),
  'dam/create': about(anImage, file_id => post('/dam/assets', { file_type: 0, file_id, ...CATALOGUED })),
  'dam/edit': about(anAsset, ({ id }) =>
    put(`/dam/assets/${id}`, { alt_text: 'A bridge', tags: ['bridge'] }),
  ),
  'dam/delete': about(anAsset, ({ id }) => remove(`/dam/assets/${id}`)),
  'dam/bulk-edit': about(tenAssets, assets => put('/dam/assets?bulk=1', inBulk(assets, { tags: ['river'] }))),
  'dam/bulk-delete': about(tenAssets, assets => ['DELETE', '/dam/assets?bulk=1', inBulk(assets)]),
  'me/get': () => get('/me'),
  'editor/render': () => post('/editor/render', { body: ARTICLE.body }),
  'editor/post-views': about(aPost, ({ id }) => get(`/editor/posts/${id}/views?by=day`)),
  'editor/section-views': about(aSection, ({ id }) => get(`/editor/sections/${id}/views?by=day`)),
  'editor/suggest': () => get('/editor/suggest?tags=n&limit=10'),
  'editor/presence': about(aDraft, ({ id }) => put(`/editor/posts/${id}/presence`, { state: 'editing' })),
  'editor/list-revisions': about(anEditedDraft, ({ id }) => get(`/editor/posts/${id}/revisions`)),
  'editor/get-revision': about(anEditedDraft, ({ id }) => get(`/editor/posts/${id}/revisions/1`)),
  'editor/create-preview': about(aDraft, ({ id }) => post(`/editor/posts/${id}/previews`)),
  'editor/list-previews': about(aListedPreview, ({ path }) => get(path)),
  'editor/revoke-preview': about(aListedPreview, ({ id, path }) => remove(`${path}/${id}`)),
  'editor/revoke-previews': about(aListedPreview, ({ path }) => remove(path)),
  'webhooks/create': about(noWebhook, () => post('/webhooks', { url: HOOK })),
  'webhooks/list': () => get('/webhooks'),
  'webhooks/get': about(aWebhook, ({ id }) => get(`/webhooks/${id}`)),
  'webhooks/edit': about(aWebhook, ({ id }) => put(`/webhooks/${id}`, { secret: null })),
  'webhooks/delete': about(aWebhook, ({ id }) => remove(`/webhooks/${id}`)),
  'webhooks/deliveries': about(aWebhook, ({ id }) => get(`/webhooks/${id}/deliveries`)),
  'webhooks/test': about(aWebhook, ({ id }) => post(`/webhooks/${id}/test`)),
  'webhooks/replay': about(aDelivery, ({ id, hook }) => post(`/webhooks/${hook}/deliveries/${id}/replay`)),
  'scraper/get': about(aScraped, () => get(`/scraper?url=${PAGE}`)),
};

/** The endpoints that may write the records of one entity and no others (functions/runtime/route.ts), and the entity of each. */
export const ENTITY_ROUTES = routeList.flatMap(({ grants, ...route }) =>
  ENTITIES.filter(entity => grants.some(grant => grant === entity)).map(entity => ({ ...route, entity })),
);
