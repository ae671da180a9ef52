import type { IncomingResponse } from '../http/guarded/client.ts';
import { dimensionsOf } from './images/dimensions.ts';

/** The kind of content at an address. */
export type Content = 'page' | 'image' | 'file';

const PAGES = /^(?:text\/html|application\/xhtml\+xml)$/;
const VAGUE = /^(?:|text\/plain|application\/octet-stream|application\/xml|text\/xml)$/;
const SNIFFED_BYTES = 1_000;

/** The declared MIME type of a response without parameters; empty when it declares none. */
export function mimeType({ headers }: IncomingResponse): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Decides by the declared type, or by the bytes when that type is vague. */
export function contentOf(response: IncomingResponse): Content {
  const type = mimeType(response);
  if (PAGES.test(type)) return 'page';
  if (type.startsWith('image/') || dimensionsOf(response.body) !== undefined) return 'image';
  const head = response.body.toString('latin1', 0, SNIFFED_BYTES);
  return VAGUE.test(type) && /<(?:!doctype\s+html|html|head|body|title|meta)\b/i.test(head) ? 'page' : 'file';
}
