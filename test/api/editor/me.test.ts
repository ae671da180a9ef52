import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { ok } from '../../support/resources/posts.ts';

const RATIOS = [{ code: '1x1', title: 'Square', sizes: ['600x600'] }];
const api = useApi({
  siteId: 7,
  siteTitle: 'The Harbour',
  baseUrl: 'https://harbour.example',
  timeZone: 'Europe/Paris',
  language: 'fr',
  imageRatios: RATIOS,
  documentTypes: ['pdf'],
  postTypes: ['page'],
  limits: { requestsPerMinute: 6000 },
  apiKeyHeader: 'x-harbour',
  customRoles: { Stringer: ['write_draft', 'upload'] },
});

describe('GET /me', () => {
  it('returns author, role, permissions, key and the settings of the site', async () => {
    const { key, keyId, authorId } = await api.makeKey('Stringer');
    const author = await ok(api.get(`/api/1.1/authors/${authorId}`));
    expect(await ok(api.get('/me', { key }))).toEqual({
      author,
      role: 'Stringer',
      permissions: ['read', 'engage', 'write_draft', 'upload'],
      admin: false,
      key: { id: keyId, narrowed: false, lacks: [] },
      site: {
        id: 7,
        title: 'The Harbour',
        base_url: 'https://harbour.example',
        time_zone: 'Europe/Paris',
        language: 'fr',
        permalink: '/<basename>',
        slugs: 'ascii',
        post_types: ['page'],
        drafts: 'shared',
        document_types: ['pdf'],
        image_ratios: RATIOS,
        features: { tags_api: true, page_list: false, partner_news: false },
        limits: {
          body_bytes: 2_097_152,
          listicle_bytes: 1_000_000,
          tags: 100,
          file_bytes: 4_000_000,
          image_upload_bytes: 50_000_000,
          document_upload_bytes: 100_000_000,
          removed_retention_days: 90,
          requests_per_minute: 6000,
        },
      },
    });
  });

  it('returns what a narrowed key lacks of its author’s role', async () => {
    const { key } = await api.makeKey('Editor', { permissions: ['read', 'engage', 'write_draft'] });
    expect(await ok(api.get('/me', { key }))).toMatchObject({
      role: 'Editor',
      permissions: ['read', 'engage', 'write_draft'],
      key: {
        narrowed: true,
        lacks: ['publish_post', 'manage_sections', 'manage_authors', 'upload', 'manage_design'],
      },
    });
  });

  it('returns admin true only for an administrator’s key that is not narrowed', async () => {
    expect(await ok(api.get('/me'))).toMatchObject({ admin: true, key: { narrowed: false, lacks: [] } });
    const { key } = await api.makeKey('Administrator', { permissions: ['read'] });
    expect(await ok(api.get('/me', { key }))).toMatchObject({ admin: false, permissions: ['read'] });
  });

  it('returns the author’s profile as it is now', async () => {
    const { key } = await api.makeKey('Editor');
    const { author } = await ok(api.get('/me', { key }));
    const names = { first_name: 'Ada', last_name: 'Nord' };
    await ok(api.put(`/api/1.1/authors/${author.id}`, names, { key }));
    expect((await ok(api.get('/me', { key }))).author).toMatchObject({ displayname: 'Ada Nord' });
  });
});
