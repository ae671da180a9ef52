import { utf8Length } from '../core/text-length.ts';
import { answerTooLarge, encodedTag, noneMatch } from './answer.ts';
import { chooseEncoding, encodeText, isCompressible, type Encoding } from './encoding/encoding.ts';
import { isHead, isRead, type HttpEvent, type HttpResult } from './event.ts';
import { WrittenText } from './encoding/written-text.ts';

/** Lambda limits the whole result to 6 MB; the body is a JSON string in it. */
const MAX_RESULT_BYTES = 6_000_000;
/** In characters. JSON in JSON doubles quotes and backslashes; other characters take at most 3 bytes of UTF-8. */
const MAX_SAFE_LENGTH = MAX_RESULT_BYTES / 3;

/** An answer before it is encoded. Its `etag`, if it has one, is that of the uncompressed content. */
export interface Content {
  statusCode?: number;
  headers: Record<string, string>;
  body: Body | string;
}

/** A text, or a content with its length whose codings are kept somewhere. */
export type Body = WrittenText | { length: number; read: (encoding: Encoding) => Promise<Buffer> };

/** A content whose text is ready to be encoded. */
interface Written extends Required<Content> {
  body: Body;
}

/**
 * The only place that encodes an answer, and that answers 304 and HEAD.
 * @throws TooLarge when no accepted coding fits into the answer of a function
 */
export async function respond(event: HttpEvent, content: Content): Promise<HttpResult> {
  const { statusCode = 200 } = content;
  const body = typeof content.body === 'string' ? new WrittenText(content.body) : content.body;
  const accepted = chooseEncoding(event, body.length);
  const encoding =
    accepted && isTooCostly({ statusCode, headers: content.headers, body }) ? undefined : accepted;
  const { etag, ...others } = content.headers;
  const headers: Record<string, string> = { ...others, vary: varyOn(others, 'accept-encoding') };
  if (etag !== undefined) headers.etag = encodedTag(etag, encoding);
  if (
    etag !== undefined &&
    statusCode === 200 &&
    isRead(event) &&
    noneMatch(event.headers['if-none-match'], etag)
  )
    return { statusCode: 304, headers, body: '', isBase64Encoded: false };
  if (encoding !== undefined) headers['content-encoding'] = encoding;
  return withoutBody(event, await encode({ statusCode, headers, body }, encoding));
}

/** Removes the body of the answer to a HEAD, which has the length that the body would have. */
export function withoutBody(event: HttpEvent, result: HttpResult): HttpResult {
  if (!isHead(event)) return result;
  const { body, isBase64Encoded } = result;
  const length = Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');
  const headers = { ...result.headers, 'content-length': String(length) };
  return { ...result, headers, body: '', isBase64Encoded: false };
}

/** Whether compression would cost much and save little, and the answer fits without it. */
function isTooCostly({ body, ...content }: Written): boolean {
  return body instanceof WrittenText && !isCompressible(body.bytes) && fits(content, body);
}

function fits(content: Omit<Written, 'body'>, body: WrittenText): boolean {
  if (body.length < MAX_SAFE_LENGTH) return true;
  const others: HttpResult = { ...content, body: '', isBase64Encoded: false };
  return utf8Length(JSON.stringify(others)) + body.escapedLength <= MAX_RESULT_BYTES;
}

async function encode({ body, ...content }: Written, encoding: Encoding): Promise<HttpResult> {
  if (!(body instanceof WrittenText)) return toBase64(content, await body.read(encoding));
  if (encoding !== undefined) return toBase64(content, await encodeText(body.bytes, encoding));
  return fits(content, body)
    ? { ...content, body: body.text, isBase64Encoded: false }
    : toBase64(content, body.bytes);
}

function toBase64(content: Omit<Written, 'body'>, bytes: Buffer): HttpResult {
  const body = bytes.toString('base64');
  if (body.length >= MAX_RESULT_BYTES) throw answerTooLarge();
  return { ...content, body, isBase64Encoded: true };
}

function varyOn({ vary }: Record<string, string>, name: string): string {
  if (vary === undefined) return name;
  return vary.split(', ').includes(name) ? vary : `${vary}, ${name}`;
}
