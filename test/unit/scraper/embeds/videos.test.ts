import { describe, expect, it } from 'vitest';
import { embedOf } from '../../../../shared/scraper/embeds/embed.ts';
import { videosOf } from '../../../../shared/scraper/embeds/videos.ts';
import { jsonLd, pageOf } from '../page.ts';

const named = (name: string, content: string) => `<meta property="${name}" content="${content}">`;
const addresses = (head: string, body = '') =>
  videosOf(pageOf(head, body), undefined).map(({ embed_url }) => embed_url);

describe('the videos of a page', () => {
  it('begin with the page’s own', () => {
    const page = pageOf('', '<iframe src="https://player.vimeo.com/video/76979871"></iframe>');
    expect(videosOf(page, embedOf('https://dai.ly/x8abcde'))).toEqual([
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

  it('are players that the page names, with their size', () => {
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
    expect(videosOf(pageOf(head), undefined)[0]).toMatchObject({ width: 800, height: 0, provider: '' });
  });

  it('are neither media files nor insecure pages', () => {
    expect(
      addresses(named('og:video', 'https://tv.example/1.mp4') + named('og:video:type', 'video/mp4')),
    ).toEqual([]);
    expect(addresses(named('twitter:player', 'http://tv.example/1'))).toEqual([]);
    expect(addresses(named('twitter:player', 'javascript:alert(1)'))).toEqual([]);
  });

  it('are known providers’ frames in the text, each once, unknown ones left out', () => {
    const frame = (src: string) => `<iframe data-src="${src}" src="about:blank"></iframe>`;
    const body =
      frame('//www.youtube.com/embed/dQw4w9WgXcQ?rel=0') +
      frame('https://ads.example/') +
      frame('https://youtu.be/dQw4w9WgXcQ');
    expect(addresses(named('og:video', 'https://www.youtube.com/v/dQw4w9WgXcQ'), body)).toEqual([
      'https://www.youtube.com/embed/dQw4w9WgXcQ',
    ]);
  });
});
