import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';

/** Small texts are compressed synchronously, because a thread pool costs more than the work. Decompression is far quicker. */
const MAX_SYNC_GZIP_BYTES = 16_000;
const MAX_SYNC_GUNZIP_BYTES = 64_000;

const gzipAsync = promisify<Buffer, Buffer>(gzip);
const gunzipAsync = promisify<Uint8Array, Buffer>(gunzip);

/** Compresses a text with gzip. */
export async function gzipText(text: string): Promise<Buffer> {
  const bytes = Buffer.from(text);
  return bytes.length <= MAX_SYNC_GZIP_BYTES ? gzipSync(bytes) : await gzipAsync(bytes);
}

/** Decompresses a text. */
export async function gunzipText(packed: Uint8Array): Promise<string> {
  const bytes = packed.length <= MAX_SYNC_GUNZIP_BYTES ? gunzipSync(packed) : await gunzipAsync(packed);
  return bytes.toString();
}
