import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../shared/platform/core/errors.ts';
import type { Fetch } from '../../../shared/platform/http/guarded/client.ts';
import { findEmbed, buildShortcode } from '../../../shared/scraper/embeds/embed.ts';
import { readDimensions } from '../../../shared/library/media/image-size.ts';
import { parseLenient } from '../../../shared/scraper/jsonld/main.ts';
import { ScraperResult } from '../../../shared/scraper/result.ts';
import { scrape } from '../../../shared/scraper/scrape.ts';
import { decodePage } from '../../../shared/scraper/text/charset.ts';
import { parseDate } from '../../../shared/scraper/text/dates.ts';
import { rounds } from '../../support/run/rounds.ts';
import { CODE_POINT } from '../../support/values/code-point.ts';

const RUNS = { numRuns: rounds(200, 1000) };

/** Pieces of pages, in any order and number. */
const piece = fc.oneof(
  fc.string(),
  fc.string({ unit: CODE_POINT }),
  fc.constantFrom(
    ...[
      '<',
      '>',
      '"',
      '&',
      '&quot;',
      '<!--',
      '-->',
      '<![CDATA[',
      '</',
      '<p>',
      '<article>',
      '<nav>',
      '<svg>',
      '<base href="//x/">',
    ],
    ...[
      '<title>',
      '</title>',
      '<h1>',
      '<time datetime="',
      '<meta property="og:title" content="',
      '<meta name="author" content="',
    ],
    ...[
      '<meta property="og:image" content="',
      '<meta property="og:url" content="',
      '<link rel="icon" href="',
      '<html lang="',
    ],
    ...[
      '<script type="application/ld+json">',
      '</script>',
      '{"@type":"Article",',
      '"author":',
      '[',
      ']',
      '}',
      '{"@id":"#a"}',
      '"image":',
    ],
    ...[
      '<img src="',
      '<iframe src="https://youtu.be/',
      'itemprop="author"',
      'class="byline date logo"',
      '2016-05-26',
      'http://[',
      'data:,',
    ],
  ),
);
const markup = fc.array(piece, { maxLength: 60 }).map(pieces => pieces.join(''));
const body = fc.oneof(
  fc.uint8Array({ maxLength: 2000 }).map(bytes => Buffer.from(bytes)),
  markup.map(text => Buffer.from(text)),
  markup.map(text => Buffer.from(text, 'latin1')),
  markup.map(text => Buffer.from(`\ufeff${text}`, 'utf16le')),
);
const label = fc.oneof(
  fc.constantFrom(
    'utf-8',
    'latin1',
    'windows-1251',
    'shift_jis',
    'gb18030',
    'big5',
    'euc-kr',
    'utf-16',
    'iso-2022-jp',
    'replacement',
    'x-user-defined',
  ),
  fc.string(),
);
const contentType = fc.oneof(
  label.map(charset => `text/html; charset=${charset}`),
  fc.constantFrom('text/html', 'text/plain', 'image/png', 'application/pdf', '', undefined),
  fc.string(),
);
const header = fc.dictionary(
  fc.constantFrom('cache-control', 'content-disposition', 'link', 'content-encoding'),
  fc.string(),
);
const address = fc.oneof(fc.webUrl(), fc.webUrl({ withFragments: true, withQueryParameters: true }));

describe('scrape()', () => {
  it('returns a valid result for anything that a server sends', async () => {
    const answers = fc.record({
      body,
      contentType,
      header,
      url: address,
      oembed: fc.oneof(fc.json(), fc.string()),
    });
    await fc.assert(
      fc.asyncProperty(
        address,
        answers,
        async (asked, { body: sent, contentType: type, header: others, url, oembed }) => {
          const fetch: Fetch = target =>
            Promise.resolve({
              url: target === asked ? url : target,
              status: 200,
              headers: { ...others, 'content-type': type },
              body: target.includes('oembed') ? Buffer.from(oembed) : sent,
              truncated: false,
            });
          const result = v.parse(ScraperResult, await scrape(asked, { fetch }));
          expect(result.images.every(image => /^https?:/.test(image.url))).toBe(true);
          expect(result.videos.every(video => video.embed_url.startsWith('https:'))).toBe(true);
          expect([result.url, result.favicon].every(found => /^https?:/.test(found))).toBe(true);
          expect(JSON.stringify(result).isWellFormed()).toBe(true);
        },
      ),
      RUNS,
    );
  });

  it('returns a result or throws an ApiError for any address', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.string().map(rest => `http://${rest}`),
      fc.ipV4().map(ip => `http://${ip}`),
    );
    const nowhere: Fetch = url =>
      Promise.resolve({ url, status: 200, headers: {}, body: Buffer.of(), truncated: false });
    await fc.assert(
      fc.asyncProperty(text, async asked => {
        const answer: unknown = await scrape(asked, { fetch: nowhere }).catch((error: unknown) => error);
        expect(answer instanceof ApiError || v.is(ScraperResult, answer)).toBe(true);
      }),
      RUNS,
    );
  });
});

describe('scraper’s parsers', () => {
  it('decodePage decodes any bytes under any label', () => {
    fc.assert(
      fc.property(body, contentType, (bytes, type) => {
        expect(decodePage(bytes, type ?? '').charset).toMatch(/^[\w-]+$/);
      }),
      RUNS,
    );
  });

  it('parseLenient parses valid JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(
        fc.json().filter(json => json !== 'null'),
        json => {
          expect(parseLenient(json)).toEqual(JSON.parse(json));
        },
      ),
      RUNS,
    );
  });

  it('parseDate returns an ISO date or undefined for any text', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.date({ noInvalidDate: true }).map(String),
      fc.stringMatching(/^[\d :./TZ+-]{0,30}$/),
    );
    fc.assert(
      fc.property(texts, text => {
        const date = parseDate(text);
        expect(date === undefined || new Date(date).toISOString() === date).toBe(true);
      }),
      RUNS,
    );
  });

  it('parseDate reads every date that JavaScript writes', () => {
    const dates = fc.date({ noInvalidDate: true, min: new Date('1950-01-01'), max: new Date('2026-01-01') });
    fc.assert(
      fc.property(dates, date => {
        expect(parseDate(date.toISOString())).toBe(date.toISOString());
        const seconds = new Date(Math.floor(date.getTime() / 1000) * 1000).toISOString();
        expect(parseDate(date.toUTCString())).toBe(seconds);
      }),
      RUNS,
    );
  });

  it('readDimensions returns no negative width for any bytes', () => {
    const magics = [
      '89504e470d0a1a0a',
      'ffd8ff',
      '474946383961',
      '524946460000000057454250565038',
      '0000000066747970617669666973706500',
    ];
    const images = fc
      .tuple(fc.constantFrom(...magics), fc.uint8Array({ maxLength: 200 }))
      .map(([magic, rest]) => Buffer.concat([Buffer.from(magic, 'hex'), rest]));
    fc.assert(
      fc.property(images, bytes => {
        expect(readDimensions(bytes)?.width ?? 0).toBeGreaterThanOrEqual(0);
      }),
      RUNS,
    );
  });

  it('buildShortcode() makes an embed whose markup no address can break out of', () => {
    const hosts = fc.constantFrom(
      'youtu.be/',
      'x.com/a/status/1',
      'soundcloud.com/a/b',
      'www.reddit.com/r/a/comments/bb/',
      'www.facebook.com/a/posts/bbbbb',
      'bsky.app/profile/abc/post/abcde',
    );
    fc.assert(
      fc.property(
        hosts,
        fc.string({ unit: CODE_POINT }),
        fc.string({ unit: CODE_POINT }),
        (start, rest, title) => {
          const embed = findEmbed(`https://${start}${rest}`);
          if (embed === undefined) return;
          const { shortcode, media_html } = buildShortcode(embed, title);
          expect(shortcode).toMatch(/^\[\w+ https:\/\/[^\s[\]"<>]+ expand=1\]$/);
          expect(media_html.replaceAll(/"[^"<>]*"/g, '')).toMatch(
            /^<iframe( [\w-]+=)+ allowfullscreen><\/iframe>$/,
          );
        },
      ),
      RUNS,
    );
  });
});
