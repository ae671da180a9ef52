import { escapeHtml } from '../../../../shared/platform/text/html.ts';
import { hasEditorBlocks } from '../paragraphs/add.ts';
import { mapBody } from '../pictures/body.ts';
import type { KnownPictures } from '../pictures/known.ts';
import { showEmbedBlocks } from '../shortcodes/embed-blocks.ts';
import { expandShortcodes } from '../shortcodes/expand.ts';

/**
 * Expands a body that has its paragraphs as WordPress does: shortcodes of classic posts, and addresses of embeds. Without pictures, galleries
 * stay as they are.
 */
export function expandBody(shown: string, pictures: KnownPictures | undefined): string {
  if (hasEditorBlocks(shown)) return showEmbedBlocks(shown);
  return expandShortcodes(shown, ids => pictures && showGallery(ids, pictures));
}

/** A figure for each picture of the export, with its new address; one that could not be imported keeps its old address. */
function showGallery(ids: readonly number[], pictures: KnownPictures): string | undefined {
  const figures = ids.flatMap(id => writeFigure(id, pictures) ?? []);
  return figures.length === 0 ? undefined : mapBody(figures.join('\n'), pictures).html;
}

function writeFigure(id: number, pictures: KnownPictures): string | undefined {
  const picture = pictures.byId(id);
  const file = pictures.fileOf(id);
  if (!picture || file === undefined) return undefined;
  const { caption, alt = '', image } = picture;
  const src = escapeHtml(file);
  const size = image
    ? ` srcset="${src} ${image.width}w" width="${image.width}" height="${image.height}"`
    : '';
  const text = caption === '' ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`;
  return `<figure class="gallery-item"><img src="${src}"${size} alt="${escapeHtml(alt)}">${text}</figure>`;
}
