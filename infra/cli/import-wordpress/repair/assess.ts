import { expandBody } from '../map/body.ts';
import { shownBody } from '../paragraphs/shown.ts';
import type { KnownPictures } from '../pictures/known.ts';

/** A stored body compared with the export, and the body that it should be. */
export interface Assessment {
  outcome: 'right' | 'paragraphs' | 'expanded' | 'edited';
  body: string;
}

/**
 * Recognises the bodies of earlier versions, which stored the export's body as it was, later with its paragraphs, but with shortcodes as text; and
 * of imports without the pictures of the galleries.
 */
export function assess(stored: string, content: string, pictures: KnownPictures | undefined): Assessment {
  const shown = shownBody(content);
  const isLike = (body: string): boolean => withoutImages(stored) === withoutImages(body);
  if (isLike(expandBody(shown, pictures))) return { outcome: 'right', body: stored };
  if (isLike(shown) || isLike(expandBody(shown, undefined)))
    return { outcome: 'expanded', body: expandBody(stored, pictures) };
  if (isLike(content)) return { outcome: 'paragraphs', body: expandBody(shownBody(stored), pictures) };
  return { outcome: 'edited', body: stored };
}

/** The text to compare: the import replaced the addresses of images and links to them. */
function withoutImages(html: string): string {
  return html.replace(/<(?:img|a)\b[^<>]*>/gi, '').trim();
}

/** What a change adds to a body, in words. */
export function describeChange({ outcome, body }: Assessment, stored: string): string {
  const added = (tag: RegExp): number => count(body, tag) - count(stored, tag);
  if (outcome === 'paragraphs')
    return `${count(body, /<p>/g)} paragraphs, ${count(body, /<br \/>/g)} line breaks`;
  const counts: [number, string][] = [
    [added(/<figure\b/g), 'pictures'],
    [added(/<(?:iframe|audio|video)\b/g), 'players'],
    [added(/<a\b/g), 'links'],
  ];
  return counts.map(([number, what]) => `${number} ${what}`).join(', ');
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
