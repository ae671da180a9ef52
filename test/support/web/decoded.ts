import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { HttpResult } from '../../../shared/platform/http/event.ts';

const UNPACK: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

/** The text of an answer, out of base64 and its content coding. */
export function decodedBody({ headers, body, isBase64Encoded }: HttpResult): string {
  if (!isBase64Encoded) return body;
  const unpack = UNPACK[headers['content-encoding'] ?? ''];
  const bytes = Buffer.from(body, 'base64');
  return (unpack ? unpack(bytes) : bytes).toString();
}
