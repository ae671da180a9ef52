import { isAscii } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip, gzipSync, type ZlibOptions } from 'node:zlib';

/** Small texts are compressed synchronously, because a thread pool costs more than the work. Decompression is far quicker. */
const MAX_SYNC_GZIP_BYTES = 16_000;
const MAX_SYNC_GUNZIP_BYTES = 64_000;

/** Takes a fifth less time than the default level; texts are 1 % larger. */
const GZIP = { level: 4 };

/** The largest size of a compressed text, as a share of its bytes: a larger one saves too little. */
const MAX_RATIO = 0.7;
const UNCOMPRESSED = { level: 0 };

/** The least that zlib accepts, and a bound for what a broken text claims. */
const MIN_CHUNK_BYTES = 64;
const MAX_CHUNK_BYTES = 1_000_000;
const SIZE_BYTES = 4;

const gzipAsync = promisify<Buffer, ZlibOptions, Buffer>(gzip);
const gunzipAsync = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);

/** Compresses a text with gzip. */
export async function gzipText(text: string): Promise<Buffer> {
  return await gzipBytes(Buffer.from(text));
}

export async function gzipBytes(bytes: Buffer): Promise<Buffer> {
  return bytes.length <= MAX_SYNC_GZIP_BYTES ? gzipSync(bytes, GZIP) : await gzipAsync(bytes, GZIP);
}

/**
 * Writes a text as gzip without compressing it if `packed`, its gzip, is hardly smaller, as with embedded images: decompression then takes
 * a seventh of the time.
 */
export async function plainUnlessSmaller(text: string, packed: Buffer): Promise<Buffer> {
  const bytes = Buffer.from(text);
  return packed.length > MAX_RATIO * bytes.length ? await gzipAsync(bytes, UNCOMPRESSED) : packed;
}

/** Decompresses a text. */
export async function gunzipText(packed: Uint8Array): Promise<string> {
  const options = { chunkSize: chunkSizeFor(packed) };
  const bytes =
    packed.length <= MAX_SYNC_GUNZIP_BYTES ? gunzipSync(packed, options) : await gunzipAsync(packed, options);
  // Decoding ASCII as UTF-8 takes several times as long.
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString();
}

/** The bytes of a compressed text, which gzip stores in the last four bytes. */
export function gunzippedBytes(packed: Uint8Array): number {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  return packed.length < SIZE_BYTES ? 0 : view.getUint32(packed.length - SIZE_BYTES, true);
}

/** One buffer for the whole text and its end: zlib would allocate 16 KB at least, and for 2 MB as many buffers, which takes half as long again. */
function chunkSizeFor(packed: Uint8Array): number {
  return Math.min(Math.max(gunzippedBytes(packed) + 1, MIN_CHUNK_BYTES), MAX_CHUNK_BYTES);
}
