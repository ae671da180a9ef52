import type { Page } from '../markup/page.ts';
import { pixels, readTexts } from '../jsonld/values.ts';
import { findEmbed, type Embed } from './embed.ts';
import { isVideo, inlineEmbeds, type InlineEmbed } from './inline.ts';

/** A video or another player that an iframe can show. */
export interface Video {
  /** An https address for an iframe's `src`. */
  readonly embed_url: string;
  /** The page of the video; empty when unknown. */
  readonly url: string;
  /** The adapter of a known provider; otherwise empty. */
  readonly provider: string;
  readonly width: number;
  readonly height: number;
}

const MAX_COUNT = 10;

/** The video of an embed. */
function toVideo({ provider, pageUrl, frameUrl }: Embed, size = provider.size): Video {
  return {
    embed_url: frameUrl,
    url: pageUrl,
    provider: provider.adapter,
    width: size[0],
    height: size[1],
  };
}

/** The videos of a page: its own embed, then players that its metadata states, then known players in its text. */
export function findVideos(
  page: Page,
  own: Embed | undefined,
  written: readonly InlineEmbed[] = inlineEmbeds(page),
): Video[] {
  const players = written
    .filter(({ embed }) => isVideo(embed))
    .map(({ embed, size }) => toVideo(embed, size));
  const byAddress = new Map<string, Video>();
  for (const video of [...(own === undefined ? [] : [toVideo(own)]), ...statedVideos(page)]) {
    if (!byAddress.has(video.embed_url)) byAddress.set(video.embed_url, video);
  }
  for (const video of players) {
    // The iframe in the text has the size that the page's author chose.
    const known = byAddress.get(video.embed_url);
    byAddress.set(
      video.embed_url,
      known === undefined ? video : { ...known, width: video.width, height: video.height },
    );
  }
  return [...byAddress.values()].slice(0, MAX_COUNT);
}

/** Players in the page's metadata. Addresses of known providers are rebuilt; others must be https. */
function statedVideos(page: Page): Video[] {
  const { graph, subjects } = page.data;
  const players = [
    ...page.metas('twitter:player'),
    ...subjects.flatMap(node => readTexts(node.embedUrl, graph)),
  ];
  const media = page.metas('og:video:secure_url', 'og:video:url', 'og:video');
  // Open Graph uses the same property for players and media files.
  const arePlayers = page.metas('og:video:type')[0]?.toLowerCase() === 'text/html';
  const size = {
    width: pixels(page.metas('og:video:width')[0]),
    height: pixels(page.metas('og:video:height')[0]),
  };
  return [...media, ...players].flatMap(address => {
    const url = page.absolute(address);
    const known = findEmbed(url);
    if (known !== undefined) return [toVideo(known)];
    const isPlayer = url?.startsWith('https:') === true && (arePlayers || players.includes(address));
    return isPlayer ? [{ embed_url: url, url: '', provider: '', ...size }] : [];
  });
}
