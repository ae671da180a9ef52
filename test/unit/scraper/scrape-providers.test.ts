import { describe, expect, it } from 'vitest';
import { UpstreamFailed, UpstreamTimeout, UrlNotAllowed } from '../../../shared/platform/core/errors.ts';
import { makeWeb, STORY, PAGE } from '../../support/web/scraped-web.ts';

const WATCH = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const OEMBED_URL = `https://www.youtube.com/oembed?url=${encodeURIComponent(WATCH)}&format=json`;
const OEMBED = {
  title: 'A "song"',
  author_name: 'Rick',
  provider_name: 'YouTube',
  thumbnail_url: 'https://i.example/t.jpg',
};
const JSON_TYPE = { 'content-type': 'application/json' };

describe('scrape() of a known provider', () => {
  it('fetches its oEmbed document', async () => {
    const { scraped } = makeWeb({
      [WATCH]: { body: '<title>- YouTube</title>' },
      [OEMBED_URL]: { headers: JSON_TYPE, body: JSON.stringify(OEMBED) },
    });
    expect(await scraped('https://youtu.be/dQw4w9WgXcQ')).toMatchObject({
      title: 'A "song"',
      parser: 'oembed',
      type: 'video',
      url: WATCH,
      extra: { author: 'Rick', publisher: 'YouTube' },
      images: [{ url: 'https://i.example/t.jpg' }],
      embed: { shortcode: `[youtube ${WATCH} expand=1]`, shortcode_adapter: 'youtube' },
      videos: [{ embed_url: 'https://www.youtube.com/embed/dQw4w9WgXcQ' }],
    });
  });

  it('never passes on the provider’s markup', async () => {
    const html = '<script>alert(1)</script><blockquote><p>Just <b>setting</b> up</p></blockquote>';
    const post = 'https://x.com/jack/status/20';
    const oembedUrl = `https://publish.twitter.com/oembed?url=${encodeURIComponent(post)}&format=json`;
    const { scraped } = makeWeb({
      [oembedUrl]: { headers: JSON_TYPE, body: JSON.stringify({ html, author_name: 'jack' }) },
    });
    const result = await scraped(post);
    expect(result).toMatchObject({
      title: 'Just setting up',
      description: 'Just setting up',
      extra: { author: 'jack' },
      cacheable: true,
    });
    expect(JSON.stringify(result)).not.toContain('<script');
  });

  it('returns an uncacheable result with the embed when the provider refuses robots', async () => {
    for (const answer of [
      { status: 403 },
      { status: 429 },
      { status: 503 },
      new UpstreamFailed(),
      new UpstreamTimeout(),
    ]) {
      const result = await makeWeb({ [WATCH]: answer }).scraped(WATCH);
      expect(result).toMatchObject({ title: '', cacheable: false, embed: { shortcode_adapter: 'youtube' } });
    }
  });

  it('takes nothing from a login page after a redirect', async () => {
    const url = 'https://consent.youtube.com/m';
    const { scraped } = makeWeb({ [WATCH]: { url, body: '<title>Before you continue</title>' } });
    expect(await scraped(WATCH)).toMatchObject({ title: '', url: WATCH, cacheable: false });
  });

  it('recognises the provider behind a short address', async () => {
    const { scraped } = makeWeb({
      'https://short.example/1': { url: WATCH, body: PAGE },
      [OEMBED_URL]: { body: JSON.stringify(OEMBED) },
    });
    expect(await scraped('https://short.example/1')).toMatchObject({ title: 'A "song"', cacheable: true });
  });

  it('throws when the page does not exist or the address is not allowed', async () => {
    await expect(makeWeb({ [WATCH]: { status: 404 } }).scraped(WATCH)).rejects.toMatchObject({
      code: 'upstream_failed',
    });
    await expect(makeWeb({ [WATCH]: new UrlNotAllowed() }).scraped(WATCH)).rejects.toMatchObject({
      code: 'url_not_allowed',
    });
  });
});

describe('scrape() with a discovered oEmbed document', () => {
  const link = '<link rel="alternate" type="application/json+oembed" href="/oembed?x">';

  it('fills in what the page lacks', async () => {
    const body = JSON.stringify({ ...OEMBED, thumbnail_width: '640', thumbnail_height: 480, title: 7 });
    const { scraped } = makeWeb({
      [STORY]: { body: `<title>Story</title>${link}` },
      'https://site.example/oembed?x': { headers: JSON_TYPE, body },
    });
    expect(await scraped(STORY)).toMatchObject({
      title: 'Story',
      images: [{ width: 640, height: 480 }],
      extra: { author: 'Rick' },
    });
  });

  it('does not fetch the document when nothing is missing', async () => {
    const { scraped, fetched } = makeWeb({ [STORY]: { body: PAGE + link } });
    await scraped(STORY);
    expect(fetched).not.toContain('https://site.example/oembed?x');
  });

  it.each([{ status: 500 }, { body: 'no JSON' }, { body: '7' }, new UpstreamTimeout()])(
    'returns the page alone, not cacheable, when the document fails: %o',
    async answer => {
      const { scraped } = makeWeb({
        [STORY]: { body: `<title>Story</title>${link}` },
        'https://site.example/oembed?x': answer,
      });
      expect(await scraped(STORY)).toMatchObject({ title: 'Story', cacheable: false });
    },
  );
});
