import { describe, expect, it } from 'vitest';
import { UpstreamTimeout } from '../../../shared/platform/core/errors.ts';
import type { Fetch } from '../../../shared/platform/http/guarded/client.ts';
import { scrape } from '../../../shared/scraper/scrape.ts';
import { advanceClock } from '../../support/time/clock.ts';
import { makeWeb, STORY, meta, PAGE } from '../../support/web/scraped-web.ts';

const GIF = Buffer.from('474946383961200358020000', 'hex');

describe('scrape() of a page', () => {
  it('cancels all its requests ten seconds after it began', async () => {
    const fetch: Fetch = (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new UpstreamTimeout()));
      });
    const scraping = scrape(STORY, { fetch });
    advanceClock(10);
    await expect(scraping).rejects.toBeInstanceOf(UpstreamTimeout);
  });

  it('returns all that the page states, and measures its pictures', async () => {
    const { scraped, fetched } = makeWeb({
      [STORY]: { body: PAGE },
      'https://site.example/a.gif': { body: GIF },
    });
    expect(await scraped(STORY)).toEqual({
      title: 'Story | Site',
      headline: 'Story',
      body: '',
      description: '',
      url: STORY,
      favicon: 'https://site.example/favicon.ico',
      parser: 'html',
      type: 'website',
      cacheable: true,
      extra: {
        language: 'en',
        locale: 'en',
        author: null,
        authors: [],
        publisher: 'Site',
        date: null,
        published: null,
        modified: null,
        canonical: null,
        final_url: STORY,
        content_type: 'text/html',
        charset: 'utf-8',
      },
      tags: [],
      images: [{ url: 'https://site.example/a.gif', width: 800, height: 600, type: 'image/gif', weight: 1 }],
      embed: { shortcode: '', shortcode_id: '', shortcode_adapter: '', media_html: '' },
      videos: [],
    });
    expect(fetched).toEqual([STORY, 'https://site.example/a.gif']);
  });

  it('measures only the first few pictures, and ranks icons last', async () => {
    const images = ['/1', '/2', '/3', '/4'].map(path => meta('og:image', path)).join('');
    const icon = Buffer.from('474946383961100010000000', 'hex');
    const { scraped, fetched } = makeWeb({
      [STORY]: { body: images },
      'https://site.example/1': { body: icon },
    });
    const urls = (await scraped(STORY)).images.map(({ url }) => new URL(url).pathname);
    expect([urls, fetched.length]).toEqual([['/2', '/3', '/4', '/1'], 4]);
  });

  it('follows redirects and resolves addresses against the final one', async () => {
    const url = 'https://other.example/there';
    const { scraped } = makeWeb({ [STORY]: { url, body: '<link rel=icon href=i.png>' } });
    expect(await scraped(STORY)).toMatchObject({
      url,
      favicon: 'https://other.example/i.png',
      extra: { final_url: url },
    });
  });

  it('decodes the page by its charset', async () => {
    const headers = { 'content-type': 'text/html; charset=windows-1251' };
    const { scraped } = makeWeb({
      [STORY]: { headers, body: Buffer.from('<title>\xcf\xf0\xe8</title>', 'latin1') },
    });
    expect(await scraped(STORY)).toMatchObject({ title: 'При', extra: { charset: 'windows-1251' } });
  });

  it.each([`It's "it"...`, 'It’s “it”…', '„Es“ ist «es»'])('quotes the marks of the page: %s', async text => {
    const body = `<title>${text}</title><meta name="description" content='${text.replace("'", '&#39;')}'>`;
    const { title, headline, description } = await makeWeb({ [STORY]: { body } }).scraped(STORY);
    expect([title, headline, description]).toEqual([text, text, text]);
  });

  it('marks the answer as not cacheable when the site forbids to store it', async () => {
    const headers = { 'content-type': 'text/html', 'cache-control': 'private, no-store' };
    expect((await makeWeb({ [STORY]: { headers, body: PAGE } }).scraped(STORY)).cacheable).toBe(false);
  });

  it('recognises a page under any content type', async () => {
    const body = '<!DOCTYPE html><title>Story</title>';
    for (const type of [undefined, 'text/plain', 'application/octet-stream', 'application/xhtml+xml']) {
      const { scraped } = makeWeb({ [STORY]: { headers: { 'content-type': type }, body } });
      expect((await scraped(STORY)).title).toBe('Story');
    }
  });
});

describe('scrape() of a file', () => {
  it('returns an image as its own picture', async () => {
    const url = 'https://site.example/pictures/a%20cat.gif';
    const { scraped } = makeWeb({ [url]: { headers: { 'content-type': 'image/gif' }, body: GIF } });
    expect(await scraped(url)).toMatchObject({
      type: 'image',
      title: 'a cat.gif',
      images: [{ url, width: 800, height: 600, type: 'image/gif', weight: 1 }],
    });
  });

  it('recognises an image by its bytes, and one of unknown size by its type', async () => {
    const { scraped } = makeWeb({
      [STORY]: { headers: {}, body: GIF },
      'https://site.example/x': { headers: { 'content-type': 'image/svg+xml' }, body: '<svg>' },
    });
    expect((await scraped(STORY)).type).toBe('image');
    expect((await scraped('https://site.example/x')).images).toEqual([
      { url: 'https://site.example/x', width: 0, height: 0, type: 'image/svg+xml', weight: 1 },
    ]);
  });

  it.each([
    ['by its path', 'https://site.example/files/report%202024.pdf', {}, 'report 2024.pdf'],
    ['by its header', STORY, { 'content-disposition': 'attachment; filename="report.pdf"' }, 'report.pdf'],
    ['by its host', 'https://site.example/', {}, 'site.example'],
    ['by an odd path', 'https://site.example/%E0%A4%A', {}, '%E0%A4%A'],
  ])('returns another file as a link named %s', async (_, url, headers, title) => {
    const { scraped } = makeWeb({
      [url]: { headers: { 'content-type': 'application/pdf', ...headers }, body: '%PDF' },
    });
    const extra = { content_type: 'application/pdf' };
    expect(await scraped(url)).toMatchObject({ type: 'link', title, url, images: [], extra });
  });
});

describe('scrape() of an impossible address', () => {
  it.each(['', 'not an address', 'www.site.example', 'http://', 'http://exa mple/'])(
    'refuses "%s" as an invalid address',
    async url => {
      await expect(makeWeb({}).scraped(url)).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
    },
  );

  it.each(['http://[fe80::1%25eth0]/', 'http://256.0.0.1/', 'http://user@0x100000000/'])(
    'refuses %s as a forbidden address',
    async url => {
      await expect(makeWeb({}).scraped(url)).rejects.toMatchObject({ status: 400, code: 'url_not_allowed' });
    },
  );

  it.each(['http://127.0.0.1/', 'http://localhost/', 'file:///etc/passwd', 'https://site.example:22/'])(
    'does not fetch %s',
    async url => {
      await expect(scrape(url)).rejects.toMatchObject({ status: 400, code: 'url_not_allowed' });
    },
  );

  it.each([301, 304, 400, 403, 404, 410, 500, 503])('throws upstream_failed on status %i', async status => {
    await expect(makeWeb({ [STORY]: { status } }).scraped(STORY)).rejects.toMatchObject({
      status: 502,
      code: 'upstream_failed',
      message: `The address answered with status ${status}`,
    });
  });
});
