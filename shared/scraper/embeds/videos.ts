import type { Page } from '../markup/page.ts';
import { pixels, textsOf } from '../jsonld/values.ts';
import { embedOf, type Embed } from './embed.ts';
import { isVideo, writtenEmbeds, type WrittenEmbed } from './written.ts';

/** Something to play or show in an iframe. */
export interface Video {
  /** An https address for an iframe's source. */
  readonly embed_url: string;
  /** The page to watch it on; empty when unknown. */
  readonly url: string;
  /** A known provider's adapter, else empty. */
  readonly provider: string;
  readonly width: number;
  readonly height: number;
}

const MAX_COUNT = 10;

/** The video that an embed is. */
export function videoOf({ provider, pageUrl, frameUrl }: Embed, size = provider.size): Video {
  return {
    embed_url: frameUrl,
    url: pageUrl,
    provider: provider.adapter,
    width: size[0],
    height: size[1],
  };
}

/** The videos in a page: the page's own first, then the players it states, then known players in its text. */
export function videosOf(
  page: Page,
  own: Embed | undefined,
  written: readonly WrittenEmbed[] = writtenEmbeds(page),
): Video[] {
  const players = written
    .filter(({ embed }) => isVideo(embed))
    .map(({ embed, size }) => videoOf(embed, size));
  const byAddress = new Map<string, Video>();
  for (const video of [...(own === undefined ? [] : [videoOf(own)]), ...statedVideos(page)]) {
    if (!byAddress.has(video.embed_url)) byAddress.set(video.embed_url, video);
  }
  for (const video of players) {
    // The frame's own size is what the page's author wants it shown in.
    const known = byAddress.get(video.embed_url);
    byAddress.set(
      video.embed_url,
      known === undefined ? video : { ...known, width: video.width, height: video.height },
    );
  }
  return [...byAddress.values()].slice(0, MAX_COUNT);
}

/** Players that the page names itself. A known provider's address is made anew; others must be secure pages. */
function statedVideos(page: Page): Video[] {
  const { graph, subjects } = page.data;
  const players = [
    ...page.metas('twitter:player'),
    ...subjects.flatMap(node => textsOf(node.embedUrl, graph)),
  ];
  const media = page.metas('og:video:secure_url', 'og:video:url', 'og:video');
  // Open Graph names players and bare media files in the same property.
  const arePlayers = page.metas('og:video:type')[0]?.toLowerCase() === 'text/html';
  const size = {
    width: pixels(page.metas('og:video:width')[0]),
    height: pixels(page.metas('og:video:height')[0]),
  };
  return [...media, ...players].flatMap(address => {
    const url = page.absolute(address);
    const known = embedOf(url);
    if (known !== undefined) return [videoOf(known)];
    const isPlayer = url?.startsWith('https:') === true && (arePlayers || players.includes(address));
    return isPlayer ? [{ embed_url: url, url: '', provider: '', ...size }] : [];
  });
}
