import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportOptions } from '../../../../infra/cli/import-wordpress/import.ts';
import { renderSummary } from '../../../../infra/cli/import-wordpress/render.ts';
import { attachment, customField, item, wxr } from './export.ts';
import { FakeApi, fault } from './fake-api.ts';
import { importInto } from './import-into.ts';

const UPLOADS = 'https://news.example/blog/wp-content/uploads/2020/01';

function shows(file: string): string {
  return `<![CDATA[<p><img src="${UPLOADS}/${file}" alt="x"></p>]]>`;
}

const bridge = attachment(
  10,
  `${UPLOADS}/bridge.jpg`,
  { _wp_attachment_image_alt: 'The bridge &amp; the river', _media_credit: 'Jane Doe' },
  { title: '<![CDATA[Old <b>bridge</b>]]>', excerpt: '<![CDATA[Closed for a <em>week</em>]]>' },
);
const story = item({
  post_id: '1',
  content: shows('bridge-300x225.jpg'),
  more: customField(['_thumbnail_id', '10']),
});
const IMAGES = '/api/1.3/images';
const ASSETS = '/api/1.3/dam/assets';

describe('importWordpress() with pictures', () => {
  let api: FakeApi;

  beforeEach(async () => {
    api = new FakeApi();
    await api.start();
  });
  afterEach(() => api.stop());

  const run = (content: string, options: Partial<ImportOptions> = {}) => importInto(api, content, options);
  const imported = (id: number) => api.post(`wordpress:news.example/blog:${id}`);
  const madeAt = (path: string) => api.writes.filter(request => request.path === path);
  const refuseImages = (status: number, code: string): void => {
    const answer = { ...fault(status, code, 'image_url: no'), headers: { 'retry-after': '0' } };
    api.intercept = ({ method, path, isRecord }) =>
      method === 'POST' && path === IMAGES && isRecord ? answer : undefined;
  };

  it('makes an image and an asset for each picture and shows them in posts before and after it in the file', async () => {
    const summary = await run(wxr(story, bridge));
    expect(summary.failures).toEqual([]);
    expect(summary.counts.images).toEqual({ created: 1, existing: 0, failed: 0 });
    const [image] = api.images;
    expect(image).toMatchObject({
      image_url: `${UPLOADS}/bridge.jpg`,
      caption: 'Closed for a week',
      alt: 'The bridge & the river',
      photo_credit: 'Jane Doe',
    });
    expect(api.assets).toMatchObject([
      {
        file_type: 0,
        file_id: image?.id,
        image_title: 'Old bridge',
        filename: 'bridge.jpg',
        alt_text: 'The bridge & the river',
        credit: 'Jane Doe',
        source_info: `${UPLOADS}/bridge.jpg`,
        site_specific_data: { wordpress: { site: 'news.example/blog', id: 10 } },
      },
    ]);
    expect(imported(1)).toMatchObject({
      body: `<p><img src="https://media.example/${image?.id}/300x" alt="x"></p>`,
      image_id: image?.id,
      photo_caption: 'Closed for a week',
      photo_credit: 'Jane Doe',
    });
  });

  it('does not send an imported picture again, and shows it in a new post', async () => {
    await run(wxr(bridge));
    const [image] = api.images;
    api.requests.length = 0;
    const summary = await run(wxr(bridge, story));
    expect(summary.counts.images).toEqual({ created: 0, existing: 1, failed: 0 });
    expect([...madeAt(IMAGES), ...madeAt(ASSETS)]).toEqual([]);
    expect(imported(1)).toMatchObject({
      body: `<p><img src="https://media.example/${image?.id}/300x" alt="x"></p>`,
      image_id: image?.id,
      photo_caption: 'Closed for a week',
      photo_credit: 'Jane Doe',
    });
  });

  it('finds imported pictures on every page of the catalogue, but none of another site', async () => {
    const files = Array.from({ length: 130 }, (_, index) => attachment(index + 1, `${UPLOADS}/${index}.png`));
    await run(wxr(...files));
    const other = wxr(bridge).replaceAll('news.example', 'other.example');
    expect((await run(wxr(...files))).counts.images).toEqual({ created: 0, existing: 130, failed: 0 });
    expect((await run(other)).counts.images.created).toBe(1);
  });

  it('repeats the Idempotency-Key of an image when a run ended between image and asset', async () => {
    api.intercept = ({ method, path, isRecord }) =>
      method === 'POST' && path === ASSETS && isRecord ? fault(401, 'api_key_missing', 'Ended') : undefined;
    expect((await run(wxr(bridge))).aborted).toContain('Ended');
    api.intercept = () => undefined;
    await run(wxr(bridge));
    const keys = madeAt(IMAGES).map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^import-wordpress-[0-9a-f]{64}$/);
    await run(wxr(attachment(11, `${UPLOADS}/bridge.jpg`)));
    expect(madeAt(IMAGES).at(-1)?.idempotencyKey).not.toBe(keys[0]);
  });

  it('counts an asset as made when its answer was lost', async () => {
    let isLost = false;
    api.intercept = ({ method, path }) => {
      if (isLost || method !== 'POST' || path !== ASSETS) return undefined;
      isLost = true;
      return 'lose the answer';
    };
    const summary = await run(wxr(bridge));
    expect(summary.failures).toEqual([]);
    expect(api.assets).toHaveLength(1);
  });

  it.each([
    [502, 'upstream_failed', 3],
    [504, 'upstream_timeout', 3],
    [415, 'unsupported_media_type', 1],
    [400, 'url_not_allowed', 1],
    [500, 'internal', 1],
  ])(
    'lists a picture that fails with %i %s, and imports its posts with the old address',
    async (status, code, tries) => {
      refuseImages(status, code);
      const summary = await run(wxr(bridge, story));
      expect(madeAt(IMAGES)).toHaveLength(tries);
      expect(summary.aborted).toBeUndefined();
      expect(renderSummary(summary).slice(3)).toEqual([
        'images           0 created, 0 already there, 1 failed',
        'posts            1 created, 0 already there, 0 failed',
        'drafts           0 created, 0 already there, 0 failed',
        'scheduled posts  0 created, 0 already there, 0 failed',
        'To know:',
        '  shows images at their old URL, because they could not be imported (1): 1',
        '  without its lead image, which was not imported (1): 1',
        'Failed:',
        `  images, WordPress id 10, "Old bridge": ${status} ${code}: image_url: no`,
      ]);
      expect(imported(1)?.body).toBe(`<p><img src="${UPLOADS}/bridge-300x225.jpg" alt="x"></p>`);
      expect(imported(1)).not.toHaveProperty('image_id');
    },
  );

  it.each([429, 503])(
    'aborts when the service answers %i, before it imports posts without pictures',
    async status => {
      refuseImages(status, 'busy');
      const summary = await run(wxr(bridge, story));
      expect(summary.aborted).toContain(`${status} busy`);
      expect(api.posts).toEqual([]);
    },
  );

  it('skips attachments that are not pictures and counts them by kind', async () => {
    const summary = await run(
      wxr(
        ...['a.pdf', 'b.DOCX', 'c.mp3', 'd.mov', 'e.svg', 'f'].map((name, index) =>
          attachment(index + 1, `${UPLOADS}/${name}`),
        ),
        attachment(20, ''),
        attachment(21, 'ftp://news.example/a.jpg'),
        attachment(22, `${UPLOADS}/g.jpg`, {}, { status: 'trash' }),
        attachment(23, `${UPLOADS}/h.JPG?version=2`),
      ),
    );
    expect(Object.fromEntries(summary.skipped)).toEqual({
      'attachments that are documents': 2,
      'attachments that are audio or video': 2,
      'attachments in an unsupported format: svg': 1,
      'attachments in an unsupported format: without an extension': 1,
      'attachments without a URL': 2,
      'in the WordPress trash': 1,
    });
    expect(summary.counts.images).toEqual({ created: 1, existing: 0, failed: 0 });
  });

  it('fails a picture without an id, because a second run could not recognise it', async () => {
    const summary = await run(wxr(attachment(0, `${UPLOADS}/a.jpg`)));
    expect(summary.failures).toMatchObject([
      { kind: 'images', reason: expect.stringContaining('wp:post_id') },
    ]);
    expect(api.images).toEqual([]);
  });

  it('cuts texts that are longer than the service accepts', async () => {
    const long = '😀'.repeat(6000);
    await run(
      wxr(
        attachment(
          1,
          `${UPLOADS}/a.jpg`,
          { _wp_attachment_image_alt: `a${long}` },
          { title: long, excerpt: long },
        ),
      ),
    );
    const [image] = api.images as unknown as { caption: string; alt: string }[];
    expect([image?.caption.length, image?.alt.length]).toEqual([5000, 1000]);
    expect(image?.alt.isWellFormed()).toBe(true);
    expect(String(api.assets[0]?.image_title)).toHaveLength(1000);
  });

  it('imports no pictures when media is off', async () => {
    const summary = await run(wxr(bridge, story), { media: false });
    expect(summary.skipped.get('type attachment')).toBe(1);
    expect([...api.images, ...api.assets]).toEqual([]);
    expect(imported(1)?.body).toContain(`${UPLOADS}/bridge-300x225.jpg`);
    expect(api.requests.filter(({ path }) => path.startsWith(ASSETS))).toEqual([]);
  });

  it('counts pictures in a dry run and sends nothing', async () => {
    const summary = await run(wxr(bridge, story), { dryRun: true });
    expect(api.requests).toEqual([]);
    expect(summary.counts.images.created).toBe(1);
    expect(summary.notes).toEqual(new Map());
  });

  it('notes a lead image that is not in the file', async () => {
    const summary = await run(wxr(story));
    expect(summary.notes.get('without its lead image, which was not imported')).toEqual(['1']);
    expect(summary.failures).toEqual([]);
  });

  it('fails a post whose body becomes too large with the new addresses', async () => {
    const body = `<img src="/blog/wp-content/uploads/2020/01/bridge.jpg">`.repeat(38_000);
    api.intercept = ({ path, isRecord }) => {
      if (path !== IMAGES || !isRecord) return undefined;
      const origin = `https://media.example/${'long/'.repeat(10)}origin.jpg`;
      const image = { id: 5, width: 1, height: 1, photo_credit: '', thumbnails: { origin } };
      return { status: 200, body: image };
    };
    const summary = await run(wxr(bridge, item({ post_id: '2', content: `<![CDATA[${body}]]>` })));
    expect(summary.failures).toMatchObject([
      { wordpressId: '2', reason: expect.stringContaining('its body has') },
    ]);
  });
});
