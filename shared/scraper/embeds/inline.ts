import { pixels } from '../jsonld/values.ts';
import type { Element } from '../markup/dom.ts';
import type { Page } from '../markup/page.ts';
import { findEmbed, type Embed } from './embed.ts';

/** A known provider's embed in a page's text, with the size in which the page shows it. */
export interface InlineEmbed {
  readonly embed: Embed;
  readonly size: readonly [number, number];
}

const MAX_EMBEDS = 50;

/** AMP elements that contain only a post's id. */
const BY_ID: Readonly<Record<string, readonly [attribute: string, address: (id: string) => string]>> = {
  'amp-youtube': ['data-videoid', id => `https://youtu.be/${id}`],
  'amp-vimeo': ['data-videoid', id => `https://vimeo.com/${id}`],
  'amp-dailymotion': ['data-videoid', id => `https://dai.ly/${id}`],
  'amp-instagram': ['data-shortcode', id => `https://www.instagram.com/p/${id}/`],
  'amp-twitter': ['data-tweetid', id => `https://x.com/i/web/status/${id}`],
};

/** The attributes of other elements that contain an embed's address. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  iframe: ['data-src', 'src'],
  embed: ['src'],
  object: ['data'],
  blockquote: ['cite', 'data-instgrm-permalink'],
  'amp-iframe': ['src'],
  'amp-facebook': ['data-href'],
  'amp-tiktok': ['data-src'],
  'amp-reddit': ['data-src'],
};

/** A post in this class has its address in its last link; the provider's script would replace it. */
const QUOTED_POSTS = 'twitter-tweet';

const SELECTORS = [...Object.keys(BY_ID), ...Object.keys(ADDRESSES)].join();

/** Embeds of known providers in the article: iframes, and posts that a provider's script would show. */
export function inlineEmbeds(page: Page): InlineEmbed[] {
  return page.articleElements(SELECTORS, undefined, MAX_EMBEDS).flatMap(element => {
    const embed = addressesIn(element)
      .map(address => findEmbed(page.absolute(address)))
      .find(found => found !== undefined);
    return embed === undefined ? [] : [{ embed, size: readSize(element, embed) }];
  });
}

/** Reels count as videos, even though their provider's other pages are posts. */
export function isVideo({ provider, pageUrl }: Embed): boolean {
  return provider.kind !== 'post' || /\/(?:reel|tv)\//.test(new URL(pageUrl).pathname);
}

function addressesIn(element: Element): (string | null)[] {
  const [attribute = '', address] = BY_ID[element.localName] ?? [];
  const id = element.getAttribute(attribute);
  if (address !== undefined) return id === null ? [] : [address(encodeURIComponent(id))];
  const stated = (ADDRESSES[element.localName] ?? []).map(name => element.getAttribute(name));
  return element.matches(`.${QUOTED_POSTS}`) ? [...stated, findLastLink(element)] : stated;
}

function findLastLink(quote: Element): string | null {
  return quote.querySelectorAll('a[href]').at(-1)?.getAttribute('href') ?? null;
}

/** The element's own size, if both sides are stated in pixels. */
function readSize(element: Element, { provider }: Embed): readonly [number, number] {
  const [width = 0, height = 0] = ['width', 'height'].map(name => pixels(element.getAttribute(name)));
  return width > 0 && height > 0 ? [width, height] : provider.size;
}
