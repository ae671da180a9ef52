import { createHash } from 'node:crypto';
import { plainHost } from '../text/addresses.ts';
import { PROVIDERS, type Provider } from './providers.ts';

/** A known provider's page, with addresses made only from the parts that its row recognised. */
export interface Embed {
  readonly provider: Provider;
  readonly pageUrl: string;
  readonly frameUrl: string;
}

const MAX_LENGTH = 2_000;

/** The provider's row that an address matches, filled in; undefined for other addresses. */
export function embedOf(address: string | undefined): Embed | undefined {
  if (address === undefined || address.length > MAX_LENGTH || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const text = `${plainHost(url)}${url.pathname}${url.search}`;
  for (const provider of PROVIDERS) {
    for (const pattern of provider.addresses) {
      const groups = pattern.exec(text)?.groups;
      if (groups !== undefined) return filledIn(provider, groups);
    }
  }
  return undefined;
}

type Groups = Readonly<Partial<Record<string, string>>>;

function filledIn(provider: Provider, groups: Groups): Embed {
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

/** What a post's body holds in place of the embed. */
export interface Shortcode {
  readonly shortcode: string;
  /** 32 hex characters, the same for the same shortcode. */
  readonly shortcode_id: string;
  readonly shortcode_adapter: string;
  readonly media_html: string;
}

/** The embed of an address that no provider knows. */
export const NO_EMBED: Shortcode = { shortcode: '', shortcode_id: '', shortcode_adapter: '', media_html: '' };

/** The embed's shortcode, and the markup that shows it: ours, whatever the provider would send. */
export function shortcodeOf(embed: Embed, title: string): Shortcode {
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
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`);
  const media_html = `<iframe${written.join('')} allowfullscreen></iframe>`;
  return { shortcode, shortcode_id: id, shortcode_adapter: adapter, media_html };
}

const REFERENCES: Partial<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, character => REFERENCES[character] ?? '');
}
