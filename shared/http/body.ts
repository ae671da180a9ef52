import { isUtf8 } from 'node:buffer';
import { InvalidInput, MalformedJson, TooLarge } from '../core/errors.ts';
import type { HttpEvent } from './event.ts';

/** Stays below API Gateway's limit of 10 MB and Lambda's of 6 MB, so that the service itself answers with the error. */
const MAX_BODY_BYTES = 6_000_000;
export const MAX_DEPTH = 64;
/** PHP and .NET programs send it before JSON, where RFC 8259 lets a parser ignore it. */
const BYTE_ORDER_MARK = /^\uFEFF/;

/** The body's bytes as sent. */
export function bodyBytes({ body, isBase64Encoded }: HttpEvent): Buffer {
  return Buffer.from(typeof body === 'string' ? body : '', isBase64Encoded ? 'base64' : 'utf8');
}

/** Prepares the body for the JSON parser and limits its size and depth. @throws TooLarge, MalformedJson, InvalidInput */
export function prepareBody(event: HttpEvent): void {
  const sent = typeof event.body === 'string' ? event.body : '';
  const bytes = Buffer.from(sent, event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_BODY_BYTES) throw new TooLarge('The request body is over 6 MB');
  // Decoding would silently replace invalid UTF-8 with U+FFFD and lose data.
  if (!isUtf8(bytes)) throw new MalformedJson();
  const text = (event.isBase64Encoded ? bytes.toString() : sent).replace(BYTE_ORDER_MARK, '');
  if (isDeeperThan(MAX_DEPTH, text))
    throw new InvalidInput(`body: must not be nested deeper than ${MAX_DEPTH} levels`);
  event.body = text.trim() === '' ? '{}' : text;
  event.isBase64Encoded = false;
  // Clients send JSON under any content type (curl: that of a form); bodies are JSON unless the endpoint accepts multipart.
  event.headers['content-type'] = 'application/json';
}

/** Scans the text, so that a value too deep for recursive code is never built. */
export function isDeeperThan(most: number, json: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < json.length; index++) {
    const character = json[index];
    if (quoted) {
      if (character === '\\') index++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') {
      if (++depth > most) return true;
    } else if (character === '}' || character === ']') depth--;
  }
  return false;
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
