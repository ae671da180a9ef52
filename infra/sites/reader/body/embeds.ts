import { replaceEmbeds } from '../../../../shared/library/media/embed-shortcode.ts';
import { findEmbed, type Embed as Found } from '../../../../shared/scraper/embeds/embed.ts';
import { PROVIDERS, type Provider } from '../../../../shared/scraper/embeds/providers.ts';
import { markup, type Html } from '../html.ts';
import { fill, type Texts } from '../texts/index.ts';

/**
 * Content of another site, which is loaded in its place after a click, without a script: the frame first has a page of our own (`srcdoc`),
 * whose only link leads the frame to the player. Before that, the reader's browser asks nothing of the other site. `<details>` around a
 * frame does not do this: browsers that ignore `loading="lazy"`, or load what is hidden, would ask at once.
 */
export interface Embed {
  /** What the frame shows after the click. */
  player: string;
  /** The page of the content, for readers who rather go there. */
  page: string;
  shape: 'video' | 'tall' | 'audio' | 'post';
  kind: Provider['kind'];
  /** Empty where none is known. */
  title: string;
}

export function renderEmbed(embed: Embed, { texts, language }: Place): Html {
  const { player, page, shape, kind } = embed;
  const host = new URL(page).hostname.replace(/^www\./, '');
  const title =
    embed.title || fill({ video: texts.videoFrom, audio: texts.audioFrom, post: texts.postFrom }[kind], host);
  const action = { video: texts.play, audio: texts.listen, post: texts.show }[kind];
  const gate = markup`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="/site.css"></head><body class="gate"><a href="${player}" referrerpolicy="strict-origin-when-cross-origin"><b>${action}</b><small>${fill(texts.source, host)}</small></a></body></html>`;
  return markup`<span class="embed ${shape}"><iframe srcdoc="${gate.text}" title="${title}" loading="lazy" sandbox="${SANDBOX}" allow="autoplay; encrypted-media; fullscreen; picture-in-picture" allowfullscreen></iframe><a href="${page}" rel="noopener">${fill(texts.openAt, host)}</a></span>`;
}

interface Place {
  texts: Texts;
  language: string;
}

/** Frames may run their own scripts and open windows, but not navigate the page. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation';

/** The embed of an address: a provider's page or player, else any page that a frame may show. @returns undefined for other addresses */
export function toEmbed(address: string, title = ''): Embed | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const shown = URL.canParse(title) ? '' : title;
  const found = findEmbed(address) ?? findFramed(url, title);
  if (found) {
    const { provider, pageUrl, frameUrl } = found;
    return { ...describe(provider), player: withoutTracking(frameUrl), page: pageUrl, title: shown };
  }
  if (url.protocol === 'http:') return undefined;
  const provider = PROVIDERS.find(({ frame }) => address.startsWith(/^[^?{[]+/.exec(frame)?.[0] ?? frame));
  const form = provider ? describe(provider) : ({ shape: 'video', kind: 'video' } as const);
  return { ...form, player: withoutTracking(address), page: address, title: shown };
}

/** The post of a frame whose address is not one of the provider's pages. The scraper writes a page's address for a title that it lacks. */
function findFramed(frame: URL, title: string): Found | undefined {
  const named = findEmbed(title);
  if (named?.frameUrl === frame.href) return named;
  const id = frame.searchParams.get('id') ?? '';
  const page =
    frame.hostname === 'platform.twitter.com'
      ? `https://x.com/i/web/status/${id}`
      : (frame.searchParams.get('href') ?? '');
  const found = findEmbed(page);
  return found && new URL(found.frameUrl).hostname === frame.hostname ? found : undefined;
}

function describe({ kind, size: [width, height] }: Provider): Pick<Embed, 'shape' | 'kind'> {
  if (kind !== 'video') return { shape: kind, kind };
  return { shape: height > width ? 'tall' : 'video', kind };
}

/** The forms of players that set no cookies, where a provider has one. After the click the video begins. */
function withoutTracking(player: string): string {
  const url = new URL(player);
  if (/^(?:www\.)?youtube\.com$/.test(url.hostname)) url.hostname = 'www.youtube-nocookie.com';
  if (url.hostname === 'player.vimeo.com') url.searchParams.set('dnt', '1');
  if (/youtube-nocookie|vimeo/.test(url.hostname)) url.searchParams.set('autoplay', '1');
  return url.href;
}

/** Replaces the shortcodes of embeds in a text of safe HTML. */
export function replaceShortcodes(text: string, render: (embed: Embed) => Html): string {
  return replaceEmbeds(text, (address, shortcode) => {
    const embed = toEmbed(address.replaceAll('&amp;', '&'));
    return embed ? render(embed).text : shortcode;
  });
}
