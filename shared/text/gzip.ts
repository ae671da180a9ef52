import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';

/** Small texts are compressed synchronously, because a thread pool costs more than the work. Decompression is far quicker. */
const MAX_SYNC_PACK_BYTES = 16_000;
const MAX_SYNC_UNPACK_BYTES = 64_000;

const packLater = promisify<Buffer, Buffer>(gzip);
const unpackLater = promisify<Uint8Array, Buffer>(gunzip);

/** Compresses a text with gzip. */
export async function pack(text: string): Promise<Buffer> {
  const bytes = Buffer.from(text);
  return bytes.length <= MAX_SYNC_PACK_BYTES ? gzipSync(bytes) : await packLater(bytes);
}

/** Decompresses a text. */
export async function unpack(packed: Uint8Array): Promise<string> {
  const bytes = packed.length <= MAX_SYNC_UNPACK_BYTES ? gunzipSync(packed) : await unpackLater(packed);
  return bytes.toString();
}
