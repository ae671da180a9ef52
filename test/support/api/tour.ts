import { randomBytes } from 'node:crypto';
import type { Api } from './api.ts';
import { anImage } from '../resources/assets.ts';
import { sample } from '../resources/documents.ts';
import { makeImage, quartered, sendForm } from '../resources/images.ts';
import { makeDraft, makePost, makeSection, ok } from '../resources/posts.ts';
import { beginSession, invite, makeAccount, plantOldHash } from '../resources/sessions.ts';
import { arrived } from '../resources/uploads.ts';
import { SAMPLES } from '../files/documents.ts';

/** A body that is too large for the table even compressed, so that it goes to the bucket. */
export function largeBody(): string {
  return randomBytes(150_000).toString('hex');
}

const BODIES = { query: { include_fields: 'id,body' } };

/**
 * Calls every endpoint with success, so that each makes every kind of AWS call that it can make. `page` is the page to scrape;
 * without it, the tour leaves out the scraper.
 */
export async function tour(api: Api, page?: string): Promise<void> {
  await tourAuthors(api);
  await tourKeys(api);
  await tourSessions(api);
  await tourSections(api);
  await tourTags(api);
  await tourBadges(api);
  await tourPosts(api);
  await tourDrafts(api);
  await tourSchedule(api);
  await tourReaders(api);
  await tourImages(api);
  await tourDocuments(api);
  await tourCatalogue(api);
  await tourWebhooks(api);
  await tourEditor(api);
  if (page !== undefined) await ok(api.get('/scraper', { query: { url: page } }));
}

async function tourAuthors(api: Api): Promise<void> {
  const names = {
    first_name: 'Ada',
    last_name: 'Nord',
    email: 'ada@example.org',
    password: 'a long password',
  };
  const { id, name } = await ok(api.post('/api/1.1/authors', { ...names, role: 'Editor' }));
  await ok(api.put(`/api/1.1/authors/${id}`, { ...names, about_html: '<p>Reporter.</p>' }));
  await ok(api.get(`/api/1.1/authors/${id}`));
  await ok(api.get('/authors/search', { query: { limit: 2 } }));
  await ok(api.get('/authors/email', { query: { emails: names.email } }));
  await ok(api.get('/api/1.2/authors/name', { query: { author_names: name } }));
}

async function tourKeys(api: Api): Promise<void> {
  const { keyId, key } = await api.makeKey('Guest Writer');
  await ok(api.get('/drafts', { key }));
  await ok(api.get('/api_keys'));
  await ok(api.delete(`/api_keys/${keyId}`));
}

async function tourSessions(api: Api): Promise<void> {
  const account = await makeAccount(api);
  const { id, password } = account;
  await plantOldHash(id, password);
  const first = await beginSession(api, account);
  await ok(api.get('/sessions', first.call));
  await ok(api.put(`/api/1.1/authors/${id}`, { first_name: 'A', last_name: 'B', password }, first.call));
  await ok(api.delete(`/sessions/${first.session.id}`, first.call));
  await ok(api.delete('/sessions', (await beginSession(api, account)).call));
  const { token } = await invite(api, id);
  await invite(api, id);
  await ok(api.post('/invitations', { token, email: account.email, password }, { key: null }));
}

async function tourSections(api: Api): Promise<void> {
  const { id: post } = await makePost(api, { tags: ['harbour'], body: largeBody() });
  const section = await makeSection(api, { tags: ['harbour'] });
  const other = await makeSection(api, { parent_id: section.id });
  await ok(api.put(`/sections/${section.id}`, { tags: ['ferry'] }));
  await ok(api.put(`/sections/${section.id}`, { tags: ['harbour'] }));
  await ok(api.get('/sections'));
  await ok(api.get(`/sections/${section.id}`));
  await ok(api.put(`/posts/${post}`, { sections: [section.id] }));
  await ok(api.put(`/sections/${section.id}/order`, { post_ids: [post] }));
  await ok(api.get(`/sections/${section.id}/order`));
  await ok(api.delete(`/sections/${section.id}`, { query: { destination_section_id: other.id } }));
}

async function tourTags(api: Api): Promise<void> {
  const { id } = await ok(api.post('/tags', { title: 'Harbour', url: 'harbour', status: 2 }));
  await ok(api.put(`/tags/${id}`, { title: 'The harbour' }));
  await ok(api.get('/tags'));
  await ok(api.get(`/tags/${id}`));
  await ok(api.delete(`/tags/${id}`));
}

async function tourBadges(api: Api): Promise<void> {
  const { id } = await ok(api.post('/badges', { name: 'Live', image_id: await anImage() }));
  await makePost(api, { badges: [id], body: largeBody() });
  await ok(api.put(`/badges/${id}`, { name: 'Now', order: 3 }));
  await ok(api.get('/badges'));
  await ok(api.get(`/badges/${id}`));
  await ok(api.delete(`/badges/${id}`));
}

async function tourPosts(api: Api): Promise<void> {
  const section = await makeSection(api, { url: 'tour' });
  const post = await makePost(api, {
    tags: ['tour'],
    sections: [section.id, 0],
    provider_post_id: 'tour-1',
    body: largeBody(),
  });
  await ok(api.put(`/posts/${post.id}`, { body: largeBody() }));
  await ok(api.get(`/posts/${post.id}`));
  await ok(api.put(`/sections/${section.id}/order`, { post_ids: [post.id] }));
  await ok(api.get(`/sections/${section.id}/order`));
  const lists = [
    '',
    '/frontpage',
    '/section?section_name=tour',
    '/tag?tag=tour',
    '/search?phrase=tour',
    '/search?phrase=%22a post%22',
    '/author?author_name=admin',
  ];
  for (const list of [...lists, `/basename?basename=${post.basename}`, `/permalink?path=${post.slug}`])
    await ok(api.get(`/posts${list}`, BODIES));
  const month = new Date(post.created_ts * 1000).toISOString().slice(0, 7);
  for (const file of ['/feeds/rss.xml', '/sitemap.xml', '/sitemaps/news.xml', `/sitemaps/${month}.xml`])
    await ok(api.get(file));
  await ok(api.delete(`/posts/${post.id}`));
  await ok(api.put(`/posts/${post.id}`, { action: 'restore' }));
  await ok(api.put(`/posts/${post.id}`, { action: 'unpublish' }));
}

async function tourDrafts(api: Api): Promise<void> {
  const { id } = await makeDraft(api, { tags: ['tour'], body: largeBody() });
  await ok(api.put(`/drafts/${id}`, { body: largeBody() }));
  await ok(api.get(`/drafts/${id}`));
  await ok(api.get('/drafts', BODIES));
  const { token } = await ok(api.post(`/drafts/${id}/previews`, {}));
  await ok(api.get(`/previews/${token}`));
  await ok(api.delete(`/previews/${token}`));
  await ok(api.delete(`/drafts/${id}`));
  await ok(api.put(`/drafts/${id}`, { action: 'restore' }));
  await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
}

async function tourSchedule(api: Api): Promise<void> {
  const at = Math.floor(Date.now() / 1000) + 3600;
  const { id } = await makeDraft(api, { body: largeBody() });
  await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: at }));
  await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: at + 60 }));
  await ok(api.get('/scheduled_posts', BODIES));
  await ok(api.get(`/scheduled_posts/${id}`));
  await ok(api.delete(`/scheduled_posts/${id}`));
  await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: at }));
  // Publishing a scheduled draft leaves its schedule to the outbox worker.
  await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
}

async function tourReaders(api: Api): Promise<void> {
  const author = api.stack.adminAuthorId;
  const { id } = await makePost(api, { body: largeBody() });
  await ok(api.post(`/posts/${id}/page_views`, { count: 3 }));
  await ok(api.get('/posts/page_views', BODIES));
  await ok(api.post(`/posts/${id}/likes`, { author_id: author }));
  await ok(api.get(`/posts/${id}/likes`));
  await ok(api.delete(`/posts/${id}/likes/${author}`));
  const section = await makeSection(api);
  await ok(api.put(`/follows/${author}/section/${section.id}`));
  await ok(api.get(`/follows/${author}/sections`));
  await ok(api.get(`/follows/sections/${section.id}`));
  await ok(api.delete(`/follows/${author}/section/${section.id}`));
}

async function tourImages(api: Api): Promise<void> {
  const picture = await quartered(320, 240);
  const { id } = await makeImage(api, picture, { caption: 'The bridge' });
  const crop = { top: 0, left: 0, width: 100, height: 100, imgWidth: 320, imgHeight: 240 };
  await ok(api.put(`/images/${id}`, { manual_image_crops: { '1x1': crop } }));
  await ok(api.get(`/images/${id}`));
  await ok(api.get('/images', { query: { q: 'bridge' } }));
  await ok(api.get(`/images/${id}/uses`));
  const name = { filename: 'bridge.jpg', content_type: 'image/jpeg' };
  await ok(api.post('/images', { upload_id: await arrived(api, picture, name) }));
  const other = await quartered(240, 320);
  await ok(api.put(`/images/${id}`, { upload_id: await arrived(api, other, name) }));
}

async function tourEditor(api: Api): Promise<void> {
  await ok(api.get('/me'));
  const { shortcode } = await makeImage(api, await quartered(320, 240));
  await ok(api.post('/editor/render', { body: `<p>${shortcode}</p>` }));
  const { id } = await makeDraft(api);
  await ok(api.put(`/editor/posts/${id}`, { body: largeBody(), body_version: 1 }));
  await ok(api.put(`/editor/posts/${id}`, { headline: 'A better draft' }));
  await ok(api.get(`/editor/posts/${id}`));
  await ok(api.get('/editor/posts?state=draft&author=admin&tag=tour&q=better'));
  const scheduled_at = Math.floor(Date.now() / 1000) + 86_400;
  await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at }));
  await ok(api.get('/editor/posts?sort=due&q=better'));
  await ok(api.delete(`/scheduled_posts/${id}`));
  await ok(api.get(`/editor/posts/${id}/views`));
  await ok(api.get('/editor/sections/0/views'));
  await ok(api.put(`/editor/posts/${id}/presence`, { state: 'editing' }));
  await ok(api.get(`/editor/posts/${id}/revisions`));
  await ok(api.get(`/editor/posts/${id}/revisions/1`));
  await ok(api.put(`/editor/posts/${id}`, { revert_to: 1 }));
  const previews = `/editor/posts/${id}/previews`;
  const preview = await ok(api.post(previews, {}));
  await ok(api.get(previews));
  await ok(api.delete(`${previews}/${preview.id}`));
  await ok(api.delete(previews));
}

async function tourDocuments(api: Api): Promise<void> {
  const [{ id }] = await ok(sendForm(api, '/documents', [sample('pdf'), sample('csv')]));
  await ok(api.get(`/documents/${id}`));
  const name = { filename: 'minutes.docx', content_type: 'application/zip' };
  await ok(api.post('/documents', { upload_id: await arrived(api, SAMPLES.docx, name) }));
  await ok(api.put(`/documents/${id}`, { upload_id: await arrived(api, SAMPLES.docx, name) }));
  await ok(api.send('PUT', `/documents/${id}`, { raw: SAMPLES.csv }));
}

async function tourWebhooks(api: Api): Promise<void> {
  const { id } = await ok(
    api.post('/webhooks', { url: 'https://hooks.example/in', actions: ['draft_edit'] }),
  );
  await ok(api.put(`/webhooks/${id}`, { secret: null }));
  await ok(api.get('/webhooks'));
  await ok(api.get(`/webhooks/${id}`));
  const draft = await makeDraft(api);
  await ok(api.put(`/drafts/${draft.id}`, { body: largeBody() }));
  const delivery = await ok(api.post(`/webhooks/${id}/test`));
  await ok(api.get(`/webhooks/${id}/deliveries`));
  await ok(api.post(`/webhooks/${id}/deliveries/${delivery.id}/replay`));
  await ok(api.delete(`/webhooks/${id}`));
}

async function tourCatalogue(api: Api): Promise<void> {
  const file_id = await anImage();
  const path = '/dam/assets';
  // More words than fit into a transaction.
  const source_info = Array.from({ length: 120 }, (_, index) => `word${index}`).join(' ');
  const { id } = await ok(api.post(path, { file_type: 0, file_id, source_info }));
  await ok(api.put(`${path}/${id}`, { tags: ['tour'], source_info: null }));
  await ok(api.get(`${path}/${id}`));
  for (const query of ['tags=tour', 'search=tour&sort_by=score', `file_id=${file_id}`])
    await ok(api.get(`${path}?${query}`));
  const bulk = { query: { bulk: 1 } };
  const edits = [{ file_id, data: { source_info } }];
  await ok(api.put(path, edits, bulk));
  await ok(api.send('DELETE', path, { ...bulk, body: edits }));
  await ok(api.delete(`${path}/${(await ok(api.post(path, { file_type: 0, file_id }))).id}`));
}
