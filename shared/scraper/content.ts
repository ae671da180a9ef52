import type { IncomingResponse } from '../http/guarded/client.ts';
import { dimensionsOf } from './images/dimensions.ts';

/** What kind of thing an address answers with. */
export type Content = 'page' | 'image' | 'file';

const PAGES = /^(?:text\/html|application\/xhtml\+xml)$/;
const VAGUE = /^(?:|text\/plain|application\/octet-stream|application\/xml|text\/xml)$/;
const LOOKED_AT = 1_000;

/** The MIME type that a response states, without parameters; empty when it states none. */
export function mimeType({ headers }: IncomingResponse): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Judged by the stated type, and by the bytes where that says little. */
export function contentOf(response: IncomingResponse): Content {
  const type = mimeType(response);
  if (PAGES.test(type)) return 'page';
  if (type.startsWith('image/') || dimensionsOf(response.body) !== undefined) return 'image';
  const head = response.body.toString('latin1', 0, LOOKED_AT);
  return VAGUE.test(type) && /<(?:!doctype\s+html|html|head|body|title|meta)\b/i.test(head) ? 'page' : 'file';
}
