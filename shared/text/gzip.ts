import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';

/**
 * Small texts are packed at once: handing one to another thread takes longer than the work. Unpacking is far quicker than packing.
 */
const PACKED_AT_ONCE = 16_000;
const UNPACKED_AT_ONCE = 64_000;

const packLater = promisify<Buffer, Buffer>(gzip);
const unpackLater = promisify<Uint8Array, Buffer>(gunzip);

/** A text as gzip. */
export async function pack(text: string): Promise<Buffer> {
  const bytes = Buffer.from(text);
  return bytes.length <= PACKED_AT_ONCE ? gzipSync(bytes) : await packLater(bytes);
}

/** The text again. */
export async function unpack(packed: Uint8Array): Promise<string> {
  const bytes = packed.length <= UNPACKED_AT_ONCE ? gunzipSync(packed) : await unpackLater(packed);
  return bytes.toString();
}
