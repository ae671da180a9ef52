import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';

/**
 * Small texts are packed at once: handing one to another thread takes longer than the work. Unpacking is far quicker than packing.
 */
const MAX_SYNC_PACK_BYTES = 16_000;
const MAX_SYNC_UNPACK_BYTES = 64_000;

const packLater = promisify<Buffer, Buffer>(gzip);
const unpackLater = promisify<Uint8Array, Buffer>(gunzip);

/** A text as gzip. */
export async function pack(text: string): Promise<Buffer> {
  const bytes = Buffer.from(text);
  return bytes.length <= MAX_SYNC_PACK_BYTES ? gzipSync(bytes) : await packLater(bytes);
}

/** The text again. */
export async function unpack(packed: Uint8Array): Promise<string> {
  const bytes = packed.length <= MAX_SYNC_UNPACK_BYTES ? gunzipSync(packed) : await unpackLater(packed);
  return bytes.toString();
}
