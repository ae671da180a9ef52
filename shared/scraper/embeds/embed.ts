import { createHash } from 'node:crypto';
import { plainHost } from '../text/addresses.ts';
import { PROVIDERS, type Provider } from './providers.ts';

/** An embeddable page of a known provider. Its addresses are built only from the matched groups of the provider's patterns. */
export interface Embed {
  readonly provider: Provider;
  readonly pageUrl: string;
  readonly frameUrl: string;
}

const MAX_LENGTH = 2_000;

/** Matches an address with the providers' patterns; undefined when none matches. */
export function findEmbed(address: string | undefined): Embed | undefined {
  if (address === undefined || address.length > MAX_LENGTH || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const text = `${plainHost(url)}${url.pathname}${url.search}`;
  for (const provider of PROVIDERS) {
    for (const pattern of provider.addresses) {
      const groups = pattern.exec(text)?.groups;
      if (groups !== undefined) return fillTemplates(provider, groups);
    }
  }
  return undefined;
}

type Groups = Readonly<Partial<Record<string, string>>>;

function fillTemplates(provider: Provider, groups: Groups): Embed {
  const pageUrl = fill(provider.page, groups);
  return {
    provider,
    pageUrl,
    frameUrl: fill(provider.frame, { ...groups, page: encodeURIComponent(pageUrl) }),
  };
}

function fill(template: string, groups: Groups): string {
  return template
    .replace(/\[([^\]]*)\]/g, (_, part: string) => (missesIn(part, groups) ? '' : part))
    .replace(/\{(\w+)\}/g, (_, name: string) => groups[name] ?? '');
}

function missesIn(part: string, groups: Groups): boolean {
  return [...part.matchAll(/\{(\w+)\}/g)].some(([, name = '']) => groups[name] === undefined);
}

/** The shortcode for a post's body, with its markup. */
export interface Shortcode {
  readonly shortcode: string;
  /** 32 hex characters, derived from the shortcode. */
  readonly shortcode_id: string;
  readonly shortcode_adapter: string;
  readonly media_html: string;
}

/** The embed of an address without a known provider. */
export const NO_EMBED: Shortcode = { shortcode: '', shortcode_id: '', shortcode_adapter: '', media_html: '' };

/** Builds the shortcode and the iframe of an embed. No markup of the provider is used. */
export function buildShortcode(embed: Embed, title: string): Shortcode {
  const { adapter, shortcode: name, size } = embed.provider;
  const shortcode = `[${name} ${embed.pageUrl} expand=1]`;
  const id = createHash('sha256').update(shortcode).digest('hex').slice(0, 32);
  const attributes = {
    src: embed.frameUrl,
    title: title || embed.pageUrl,
    width: String(size[0]),
    height: String(size[1]),
    'data-shortcode-id': id,
    frameborder: '0',
    loading: 'lazy',
    allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
    referrerpolicy: 'strict-origin-when-cross-origin',
  };
  const written = Object.entries(attributes).map(
    ([attribute, value]) => ` ${attribute}="${escapeAttribute(value)}"`,
  );
  const media_html = `<iframe${written.join('')} allowfullscreen></iframe>`;
  return { shortcode, shortcode_id: id, shortcode_adapter: adapter, media_html };
}

const REFERENCES: Partial<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, character => REFERENCES[character] ?? '');
}
