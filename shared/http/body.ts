import { isUtf8 } from 'node:buffer';
import { InvalidInput, MalformedJson, TooLarge } from '../core/errors.ts';
import type { HttpEvent } from './event.ts';

/** API Gateway takes 10 MB, Lambda 6 MB of event; what comes near is refused in our own words. */
const MAX_BODY_BYTES = 6_000_000;
const MAX_DEPTH = 64;

/** The body as sent. */
export function bodyBytes({ body, isBase64Encoded }: HttpEvent): Buffer {
  return Buffer.from(typeof body === 'string' ? body : '', isBase64Encoded ? 'base64' : 'utf8');
}

/** Makes the body ready for the JSON parser: text, present, of bounded size and depth. @throws TooLarge, MalformedJson, InvalidInput */
export function prepareBody(event: HttpEvent): void {
  const sent = typeof event.body === 'string' ? event.body : '';
  const bytes = Buffer.from(sent, event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_BODY_BYTES) throw new TooLarge('The request body is over 6 MB');
  // Decoding would put U+FFFD in place of what is no UTF-8, and what was sent would be lost without a word.
  if (!isUtf8(bytes)) throw new MalformedJson();
  const text = event.isBase64Encoded ? bytes.toString() : sent;
  if (isDeeperThan(MAX_DEPTH, text))
    throw new InvalidInput(`body: must not be nested deeper than ${MAX_DEPTH} levels`);
  event.body = text.trim() === '' ? '{}' : text;
  event.isBase64Encoded = false;
  // Clients send JSON under any content type (curl: a form's); bodies are JSON unless the endpoint takes multipart.
  event.headers['content-type'] = 'application/json';
}

/** Counted on the text: a value too deep for recursive code is never built. */
function isDeeperThan(most: number, json: string): boolean {
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

/** The body as JSON, for endpoints that take other bodies too. @throws TooLarge, MalformedJson, InvalidInput */
export function jsonBody(event: HttpEvent): unknown {
  prepareBody(event);
  try {
    return JSON.parse(String(event.body));
  } catch (cause) {
    throw new MalformedJson({ cause });
  }
}
