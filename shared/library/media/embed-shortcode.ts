/** The names of the shortcodes that the scraper gives for pages of other sites. A file of its own, because every save of a post needs them. */
const EMBED_NAMES = [
  'youtube',
  'twitter_embed',
  'vimeo',
  'instagram',
  'facebook',
  'tiktok',
  'spotify',
  'soundcloud',
  'reddit',
  'bluesky',
  'dailymotion',
] as const;
export type EmbedName = (typeof EMBED_NAMES)[number];

/** Such as `[youtube https://… expand=1]`. */
const SHORTCODE = new RegExp(
  `\\[(?:${EMBED_NAMES.join('|')}) (https?://[^\\s\\]<>"']{1,2000})[^\\]<>]{0,200}\\]`,
  'gi',
);

/** Replaces the shortcodes of embeds in a text, in plain text or in that of HTML, by what `replace` makes of their addresses as written. */
export function replaceEmbeds(text: string, replace: (address: string, shortcode: string) => string): string {
  if (!text.includes('[')) return text;
  return text.replace(SHORTCODE, (shortcode, address: string) => replace(address, shortcode));
}

/** A plain text without the shortcodes of embeds. */
export function withoutEmbeds(text: string): string {
  const found = replaceEmbeds(text, () => ' ');
  return found === text ? text : found.replace(/ {2,}/g, ' ').trim();
}
