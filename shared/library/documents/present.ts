import * as v from 'valibot';
import { site } from '../../platform/site/site.ts';
import { mediaUrl } from '../media/filename.ts';
import { shortcode } from '../media/shortcode.ts';
import { escapeHtml } from '../../platform/text/html.ts';
import type { DocumentRecord } from './record.ts';

/** A document in an answer. */
export const Document = v.object({
  id: v.number(),
  filename: v.string(),
  original_filename: v.string(),
  file_original_url: v.string(),
  shortcode_id: v.string(),
  shortcode: v.string(),
  media_html: v.string(),
  shortcode_params: v.object({ site_id: v.number(), original_filename: v.string() }),
});
export type Document = v.InferOutput<typeof Document>;

export function presentDocument(document: DocumentRecord): Document {
  const { id, filename, original_filename, shortcode_id, type } = document;
  const shortcode_params = { site_id: site().siteId, original_filename };
  return {
    id,
    filename,
    original_filename,
    file_original_url: mediaUrl(document.key),
    shortcode_id,
    shortcode: shortcode(`media-document-${type}`, shortcode_id, shortcode_params),
    media_html: documentHtml(document),
    shortcode_params,
  };
}

/** The document as HTML: a link. */
export function documentHtml({ key, shortcode_id, original_filename }: DocumentRecord): string {
  const href = escapeHtml(mediaUrl(key));
  return `<a href="${href}" data-shortcode-id="${shortcode_id}">${escapeHtml(original_filename)}</a>`;
}
