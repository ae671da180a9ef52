import { isUtf8 } from 'node:buffer';
import { InvalidInput, MalformedJson, TooLarge, UnsupportedMediaType } from '../core/errors.ts';
import type { HttpEvent } from './event.ts';

/** Stays below API Gateway's limit of 10 MB and Lambda's of 6 MB, so that the service itself answers with the error. */
const MAX_BODY_BYTES = 6_000_000;
export const MAX_DEPTH = 64;
/**
 * Entries of all objects and arrays together. The largest valid body has some 120,000: a listicle of 1 MB with crops. Objects with far
 * more keys take seconds to parse and to compare with a schema.
 */
const MAX_ENTRIES = 150_000;
/** PHP and .NET programs send it before JSON, where RFC 8259 lets a parser ignore it. */
const BYTE_ORDER_MARK = /^\uFEFF/;

/** The body's bytes as sent. */
export function bodyBytes({ body, isBase64Encoded }: HttpEvent): Buffer {
  return Buffer.from(typeof body === 'string' ? body : '', isBase64Encoded ? 'base64' : 'utf8');
}

/** Some clients name a charset in `Content-Encoding` by mistake, so only the codings of a compressed body are refused. */
const COMPRESSED = /gzip|compress|deflate|zstd|\bbr\b/i;

/** A body is read as it is sent; API Gateway does not decompress it either. @throws UnsupportedMediaType */
export function refuseCompressed({ headers, body }: HttpEvent): void {
  const coding = headers['content-encoding'] ?? '';
  if (body === undefined || !COMPRESSED.test(coding)) return;
  throw new UnsupportedMediaType(`content-encoding: ${coding} is not accepted; send the body uncompressed`, {
    headers: { 'accept-encoding': 'identity' },
  });
}

/** Prepares the body for the JSON parser and limits its size, depth and number of entries. @throws TooLarge, MalformedJson, InvalidInput */
export function prepareBody(event: HttpEvent): void {
  const sent = typeof event.body === 'string' ? event.body : '';
  const bytes = Buffer.from(sent, event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_BODY_BYTES) throw new TooLarge('The request body is over 6 MB');
  // Decoding would silently replace invalid UTF-8 with U+FFFD and lose data.
  if (!isUtf8(bytes)) throw new MalformedJson();
  const text = (event.isBase64Encoded ? bytes.toString() : sent).replace(BYTE_ORDER_MARK, '');
  const { depth, entries } = measure(text);
  if (depth > MAX_DEPTH) throw new InvalidInput(`body: must not be nested deeper than ${MAX_DEPTH} levels`);
  if (entries > MAX_ENTRIES) throw new InvalidInput(`body: must have at most ${MAX_ENTRIES} entries`);
  event.body = text.trim() === '' ? '{}' : text;
  event.isBase64Encoded = false;
  // Clients send JSON under any content type (curl: that of a form); bodies are JSON unless the endpoint accepts multipart.
  event.headers['content-type'] = 'application/json';
}

/**
 * Scans the text, so that a value too deep for recursive code, or with too many entries, is never built. Stops at the first excess. Commas
 * separate entries, so there is one more in each object and array.
 */
function measure(
  json: string,
  maxEntries = MAX_ENTRIES,
  maxDepth = MAX_DEPTH,
): { depth: number; entries: number } {
  let depth = 0;
  let entries = 0;
  for (let at = 0; at < json.length && depth <= maxDepth && entries <= maxEntries; at++) {
    switch (json.charCodeAt(at)) {
      case QUOTE:
        at = findStringEnd(json, at);
        break;
      case OPENING_BRACE:
      case OPENING_BRACKET:
        depth++;
        entries++;
        break;
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        depth--;
        break;
      case COMMA:
        entries++;
    }
  }
  return { depth, entries };
}

/** For JSON that is not the body of a request, of any length. */
export function isDeeperThan(most: number, json: string): boolean {
  return measure(json, Infinity, most).depth > most;
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;

/** The index of the quote that ends the string that begins at `start`; the text's end where none does. */
function findStringEnd(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at;
  }
  return json.length;
}

/** Parses a JSON body at endpoints that accept other bodies too. @throws TooLarge, MalformedJson, InvalidInput */
export function jsonBody(event: HttpEvent): unknown {
  prepareBody(event);
  try {
    return JSON.parse(String(event.body));
  } catch (cause) {
    throw new MalformedJson({ cause });
  }
}
