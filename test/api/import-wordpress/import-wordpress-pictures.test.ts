import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Summary } from '../../../infra/cli/import-wordpress/summary.ts';
import { exemptForLocalUse } from '../../../shared/platform/http/guarded/target.ts';
import { startWeb, type Web } from '../../support/web/web.ts';
import { attachment, customField, exportFile, item, wxr } from '../../unit/cli/import-wordpress/export.ts';
import { useApi } from '../../support/api/api.ts';
import { quartered, settledImage } from '../../support/resources/images.ts';
import { importInto, refusing, recordRequests } from '../../support/import/importing.ts';
import { byCursor, everythingOn } from '../../support/api/walk.ts';

process.env.LOG_LEVEL = 'silent';

const api = useApi((url: string) => ({ mediaBaseUrl: `${url}/media` }));
const UPLOADS = '/wp-content/uploads/2020/01';
let web: Web;
/** The old site's files, by their paths. */
const files = new Map<string, Buffer>();

/** An export of the site at `web`: two pictures, a missing one, an HTML page in place of one, and two posts. */
function siteAt(origin: string, site = origin.slice('http://'.length)): string {
  const at = (name: string): string => `${origin}${UPLOADS}/${name}`;
  return wxr(
    item({
      post_id: '1',
      title: 'Bridge to close',
      content: `<![CDATA[<p>Soon.</p><a href="${at('bridge.jpg')}"><img class="wp-image-10" src="${at('bridge-300x225.jpg')}" width="300" height="225"></a>]]>`,
      more: customField(['_thumbnail_id', '11']),
    }),
    attachment(10, at('bridge.jpg'), { _wp_attachment_image_alt: 'A bridge' }, { excerpt: 'Still open' }),
    attachment(11, at('mill-scaled.png'), { _media_credit: 'Jane Doe' }, { excerpt: 'The mill' }),
    attachment(12, at('gone.jpg')),
    attachment(13, at('page.jpg')),
    item({
      post_id: '2',
      title: 'A mill and what is gone',
      content: `<![CDATA[<img src="${UPLOADS}/mill-1024x768.png"> <img src="${at('gone-300x200.jpg')}">]]>`,
      more: customField(['_thumbnail_id', '12']),
    }),
  )
    .replaceAll('https://news.example/blog/', `${origin}/`)
    .replaceAll('<link>https://news.example</link>', `<link>http://${site}</link>`);
}

beforeAll(async () => {
  files.set(`${UPLOADS}/bridge.jpg`, await quartered(800, 600));
  files.set(`${UPLOADS}/mill-scaled.png`, await quartered(400, 300, 'png'));
  files.set(`${UPLOADS}/page.jpg`, Buffer.from('<!doctype html><title>Not found</title>'));
  web = await startWeb((request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file ? 200 : 404).end(file);
  });
  exemptForLocalUse([...web.allow].join(','));
});
afterAll(() => web.stop());

async function assets(): Promise<any[]> {
  return (await api.get('/dam/assets')).body.items;
}

async function findAsset(id: number): Promise<any> {
  return (await assets()).find(asset => asset.site_specific_data.wordpress.id === id);
}

async function postsBy(): Promise<Map<number, any>> {
  return new Map((await byCursor(api, '/posts')).map(post => [post.roar_specific_data.wordpress.id, post]));
}

describe('import of a WordPress site’s pictures', () => {
  let summary: Summary;
  let file: string;

  beforeAll(async () => {
    file = exportFile(siteAt(web.origin));
    summary = await importInto(api, file);
  });

  it('imports the pictures it can download and lists those it cannot', () => {
    expect(summary.aborted).toBeUndefined();
    expect(summary.counts.images).toEqual({ created: 2, existing: 0, failed: 2 });
    expect(summary.counts.posts).toEqual({ created: 2, existing: 0, failed: 0 });
    expect(summary.failures.toSorted((a, b) => a.reason.localeCompare(b.reason))).toMatchObject([
      { kind: 'images', wordpressId: '13', reason: expect.stringContaining('415 unsupported_media_type') },
      { kind: 'images', wordpressId: '12', reason: expect.stringContaining('502 upstream_failed') },
    ]);
    expect(Object.fromEntries(summary.notes)).toEqual({
      'shows images at their old URL, because they could not be imported': ['2'],
      'without its lead image, which was not imported': ['2'],
    });
  });

  it('makes images with caption and alt text, and assets of the catalogue', async () => {
    const asset = await findAsset(10);
    expect(asset).toMatchObject({
      file_type: 0,
      image_title: 'Picture 10',
      filename: 'bridge.jpg',
      alt_text: 'A bridge',
      image_size: '800x600',
      source_info: `${web.origin}${UPLOADS}/bridge.jpg`,
    });
    const image = await settledImage(api, asset.file_id);
    expect(image).toMatchObject({ thumbnails_status: 'ready', caption: 'Still open', alt: 'A bridge' });
    expect(await assets()).toHaveLength(2);
  });

  it('replaces picture addresses in bodies with thumbnails that exist', async () => {
    const { body } = (await postsBy()).get(1);
    const { thumbnails } = await settledImage(api, (await findAsset(10)).file_id);
    expect(body).toBe(
      `<p>Soon.</p>\n<p><a href="${thumbnails.origin}"><img class="wp-image-10" src="${thumbnails['300x']}" width="300" height="225"></a></p>\n`,
    );
    for (const address of [thumbnails.origin, thumbnails['300x']]) {
      const shown = await fetch(address);
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    }
  });

  it('sets lead images with caption and credit', async () => {
    const { file_id: image_id } = await findAsset(11);
    const posts = await postsBy();
    expect(posts.get(1)).toMatchObject({ image_id, photo_caption: 'The mill', photo_credit: 'Jane Doe' });
    expect(posts.get(2)).toMatchObject({ image_id: null, photo_caption: '', photo_credit: '' });
  });

  it('keeps the old address in a body when the picture cannot be downloaded', async () => {
    const { body } = (await postsBy()).get(2);
    const { thumbnails } = (await api.get(`/images/${(await findAsset(11)).file_id}`)).body;
    expect(body).toBe(
      `<p><img src="${thumbnails['600x']}"> <img src="${web.origin}${UPLOADS}/gone-300x200.jpg"></p>\n`,
    );
  });

  it('makes no picture again and changes nothing in a second run', async () => {
    const before = [await everythingOn(api), await assets()];
    const requests = await recordRequests(async () => {
      const { counts } = await importInto(api, file);
      expect(counts.images).toEqual({ created: 0, existing: 2, failed: 2 });
      expect(counts.posts).toEqual({ created: 0, existing: 2, failed: 0 });
    });
    expect([await everythingOn(api), await assets()]).toEqual(before);
    expect(requests.filter(request => request === 'POST /api/1.3/dam/assets')).toEqual([]);
    expect(requests.filter(request => /^(PUT|DELETE|POST .*(posts|drafts)$)/.test(request))).toEqual([]);
  });
});

it('the WordPress import of a later part of an export shows the pictures of an earlier part', async () => {
  const parts = await startWeb((request, response) => {
    response.writeHead(200).end(files.get(request.url ?? ''));
  });
  exemptForLocalUse([...parts.allow].join(','));
  const at = (name: string): string => `${parts.origin}${UPLOADS}/${name}`;
  const part = (...items: string[]): string =>
    exportFile(wxr(...items).replaceAll('https://news.example', parts.origin));
  const pictures = [
    attachment(20, at('bridge.jpg')),
    attachment(21, at('mill-scaled.png'), {}, { excerpt: 'The mill' }),
  ];
  const content = `<![CDATA[<p><img src="${at('bridge-300x225.jpg')}" width="300"> <img src="${at('mill.png')}"></p>]]>`;
  await importInto(api, part(...pictures));
  const post = item({ post_id: '22', content, more: customField(['_thumbnail_id', '21']) });
  const summary = await importInto(api, part(post));
  await parts.stop();

  expect(Object.fromEntries(summary.notes)).toEqual({});
  const [bridge, mill] = await Promise.all([findAsset(20), findAsset(21)]);
  const shown = (await postsBy()).get(22);
  expect(shown).toMatchObject({ image_id: mill.file_id, photo_caption: 'The mill' });
  expect(shown.body).not.toContain(UPLOADS);
  expect(shown.body).toContain(`/media/images/${bridge.file_id}/`);
});

it('the WordPress import resumes after a run that ended among the pictures and makes none twice', async () => {
  const other = await startWeb((_request, response) => {
    response.writeHead(200).end(files.get(`${UPLOADS}/bridge.jpg`));
  });
  exemptForLocalUse([...other.allow].join(','));
  const ofOther = async (): Promise<any[]> =>
    (await assets()).filter(asset => asset.source_info.startsWith(other.origin));
  const file = exportFile(siteAt(other.origin));
  let made = 0;
  const afterTwo = (method: string, path: string): boolean =>
    method === 'POST' && path.endsWith('/dam/assets') && (made += 1) > 2;

  const interrupted = await refusing(afterTwo, () => importInto(api, file));
  expect(interrupted.aborted).toContain('401');
  expect(interrupted.counts.posts.created).toBe(0);
  expect(await ofOther()).toHaveLength(2);
  const resumed = await importInto(api, file);
  await other.stop();

  expect(resumed.failures).toMatchObject([]);
  expect(resumed.counts.images).toEqual({ created: 2, existing: 2, failed: 0 });
  const ids = (await ofOther()).map(asset => asset.site_specific_data.wordpress.id);
  expect(ids.toSorted()).toEqual([10, 11, 12, 13]);
  const posts = (await byCursor(api, '/posts')).filter(post =>
    post.provider_post_id.includes(other.origin.slice(7)),
  );
  expect(posts).toHaveLength(2);
  for (const { body } of posts) expect(body).not.toContain(UPLOADS);
});

it('the WordPress import refuses a key without the upload permission before it makes anything', async () => {
  const permissions = ['read', 'manage_authors', 'manage_sections', 'write_draft', 'publish_post'];
  const { key } = await api.makeKey('Editor', { permissions });
  const before = await everythingOn(api);
  const importing = importInto(api, exportFile(siteAt('http://never.example')), { key });
  await expect(importing).rejects.toThrow('upload');
  expect(await everythingOn(api)).toEqual(before);
});
