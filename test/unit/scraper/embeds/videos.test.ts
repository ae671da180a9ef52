import { describe, expect, it } from 'vitest';
import { findEmbed } from '../../../../shared/scraper/embeds/embed.ts';
import { findVideos } from '../../../../shared/scraper/embeds/videos.ts';
import { extract } from '../../../../shared/scraper/extract.ts';
import { jsonLd, makePage } from '../page.ts';

function named(name: string, content: string) {
  return `<meta property="${name}" content="${content}">`;
}

function addresses(head: string, body = '') {
  return findVideos(makePage(head, body), undefined).map(({ embed_url }) => embed_url);
}

describe('findVideos()', () => {
  it('begins with the page’s own video', () => {
    const page = makePage('', '<iframe src="https://player.vimeo.com/video/76979871"></iframe>');
    expect(findVideos(page, findEmbed('https://dai.ly/x8abcde'))).toEqual([
      {
        embed_url: 'https://geo.dailymotion.com/player.html?video=x8abcde',
        url: 'https://www.dailymotion.com/video/x8abcde',
        provider: 'dailymotion',
        width: 640,
        height: 360,
      },
      expect.objectContaining({ embed_url: 'https://player.vimeo.com/video/76979871', provider: 'vimeo' }),
    ]);
  });

  it("finds players that the page's metadata names, with their size", () => {
    const head =
      named('og:video:url', 'https://tv.example/embed/1') +
      named('og:video:type', 'text/html') +
      named('og:video:width', '800') +
      named('twitter:player', 'https://tv.example/player/2') +
      jsonLd({ '@type': 'VideoObject', embedUrl: 'https://tv.example/3' });
    expect(addresses(head)).toEqual([
      'https://tv.example/embed/1',
      'https://tv.example/player/2',
      'https://tv.example/3',
    ]);
    expect(findVideos(makePage(head), undefined)[0]).toMatchObject({ width: 800, height: 0, provider: '' });
  });

  it('skips media files and insecure addresses', () => {
    expect(
      addresses(named('og:video', 'https://tv.example/1.mp4') + named('og:video:type', 'video/mp4')),
    ).toEqual([]);
    expect(addresses(named('twitter:player', 'http://tv.example/1'))).toEqual([]);
    expect(addresses(named('twitter:player', 'javascript:alert(1)'))).toEqual([]);
  });

  it('finds frames of known providers in the text, each once', () => {
    const frame = (src: string) => `<iframe data-src="${src}" src="about:blank"></iframe>`;
    const body =
      frame('//www.youtube.com/embed/dQw4w9WgXcQ?rel=0') +
      frame('https://ads.example/') +
      frame('https://youtu.be/dQw4w9WgXcQ');
    expect(addresses(named('og:video', 'https://www.youtube.com/v/dQw4w9WgXcQ'), body)).toEqual([
      'https://www.youtube.com/embed/dQw4w9WgXcQ',
    ]);
  });

  it.each([
    [
      'amp-youtube',
      '<amp-youtube data-videoid="dQw4w9WgXcQ"></amp-youtube>',
      'https://www.youtube.com/embed/dQw4w9WgXcQ',
    ],
    [
      'amp-vimeo',
      '<amp-vimeo data-videoid="76979871"></amp-vimeo>',
      'https://player.vimeo.com/video/76979871',
    ],
    [
      'amp-iframe',
      '<amp-iframe src="https://dai.ly/x8abcde"></amp-iframe>',
      'https://geo.dailymotion.com/player.html?video=x8abcde',
    ],
    [
      'an embed element',
      '<embed src="https://www.youtube.com/v/dQw4w9WgXcQ">',
      'https://www.youtube.com/embed/dQw4w9WgXcQ',
    ],
    [
      'a TikTok post',
      '<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@site/video/7000000000000000001"></blockquote>',
      'https://www.tiktok.com/embed/v2/7000000000000000001',
    ],
    [
      'an Instagram reel',
      '<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/reel/Cabcdefg/?x"></blockquote>',
      'https://www.instagram.com/reel/Cabcdefg/embed/',
    ],
  ])('finds a video in %s', (_, body, address) => expect(addresses('', body)).toEqual([address]));

  it('reads the size from the frame', () => {
    const frame =
      '<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>';
    const head = named('og:video', 'https://www.youtube.com/v/dQw4w9WgXcQ');
    for (const page of [makePage('', frame), makePage(head, frame)]) {
      expect(findVideos(page, undefined)).toMatchObject([{ width: 560, height: 315 }]);
    }
  });

  it('excludes posts, of which the first is the page’s embed', () => {
    const tweet =
      '<blockquote class="twitter-tweet"><p>Words <a href="https://t.co/x">link</a></p><a href="https://twitter.com/jack/status/20?ref=x">March</a></blockquote>';
    const photo = '<amp-instagram data-shortcode="Cabcdefg"></amp-instagram>';
    const embedIn = (body: string) => extract(makePage('<title>Story</title>', body)).embed.shortcode;
    expect(addresses('', tweet + photo)).toEqual([]);
    expect(embedIn(tweet + photo)).toBe('[twitter_embed https://twitter.com/jack/status/20 expand=1]');
    expect(embedIn(photo)).toBe('[instagram https://www.instagram.com/p/Cabcdefg/ expand=1]');
    expect(embedIn('<blockquote><p>Words</p></blockquote>')).toBe('');
  });
});
