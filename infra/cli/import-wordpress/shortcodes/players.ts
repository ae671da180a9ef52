import { escapeHtml } from '../../../../shared/platform/text/html.ts';
import { findEmbed } from '../../../../shared/scraper/embeds/embed.ts';

const MAX_LENGTH = 2000;

/** An address as HTML contains it; undefined for anything but a web address. */
export function readAddress(html: string): string | undefined {
  const address = html.trim().replace(/&(?:amp|#0?38);/g, '&');
  const isAddress = /^https?:\/\/[^\s<>"]+$/i.test(address) && address.length <= MAX_LENGTH;
  return isAddress && URL.canParse(address) ? address : undefined;
}

/** The player of a known provider, else a link. WordPress asks the provider for its markup, which a later change could make harmful. */
export function showAddress(address: string): string {
  return showPlayer(address) ?? `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
}

export function showPlayer(address: string): string | undefined {
  const embed = findEmbed(address);
  if (!embed) return undefined;
  const [width, height] = embed.provider.size;
  const src = escapeHtml(embed.frameUrl);
  return `<iframe src="${src}" width="${width}" height="${height}" allowfullscreen></iframe>`;
}
