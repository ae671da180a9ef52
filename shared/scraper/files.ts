import type { IncomingResponse } from '../platform/http/guarded/client.ts';
import { decodeIfValid } from '../platform/text/percent.ts';
import { extract } from './extract.ts';
import { readDimensions } from '../library/media/image-size.ts';
import { imageType } from './images/image.ts';
import { Page } from './markup/page.ts';
import type { ScraperResult } from './result.ts';
import { clean, shortenText } from './text/clean.ts';

/** The kind of content at an address. */
type Content = 'page' | 'image' | 'file';

const PAGES = /^(?:text\/html|application\/xhtml\+xml)$/;
const VAGUE = /^(?:|text\/plain|application\/octet-stream|application\/xml|text\/xml)$/;
const SNIFFED_BYTES = 1_000;

/** The declared MIME type of a response without parameters; empty when it declares none. */
export function mimeType({ headers }: IncomingResponse): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Decides by the declared type, or by the bytes when that type is vague. */
export function detectContent(response: IncomingResponse): Content {
  const type = mimeType(response);
  if (PAGES.test(type)) return 'page';
  if (type.startsWith('image/') || readDimensions(response.body) !== undefined) return 'image';
  const head = response.body.toString('latin1', 0, SNIFFED_BYTES);
  return VAGUE.test(type) && /<(?:!doctype\s+html|html|head|body|title|meta)\b/i.test(head) ? 'page' : 'file';
}

const MAX_NAME_LENGTH = 300;

/** The result for a file that isn't a page: a link with the file's name. */
export function fileResult(response: IncomingResponse): ScraperResult {
  const nothing = extract(new Page('', response.url), { contentType: mimeType(response) });
  const title = fileName(response);
  return { ...nothing, title, headline: title, type: 'link' };
}

/** The result for an image: the image itself. */
export function imageResult(response: IncomingResponse): ScraperResult {
  const { url } = response;
  const { width, height, type } = readDimensions(response.body) ?? {
    width: 0,
    height: 0,
    type: imageType(url, mimeType(response)),
  };
  return { ...fileResult(response), type: 'image', images: [{ url, width, height, type, weight: 1 }] };
}

function fileName({ url, headers }: IncomingResponse): string {
  const { pathname, hostname } = new URL(url);
  const stated = /filename="?([^";]{1,300})/i.exec(headers['content-disposition'] ?? '')?.[1];
  const name = stated ?? pathname.split('/').findLast(part => part !== '') ?? hostname;
  return shortenText(clean(decodeIfValid(name)), MAX_NAME_LENGTH);
}
