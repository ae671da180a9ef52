import { crc32 } from 'node:zlib';
import {
  claimedChecksum,
  hashDigest,
  verifyChecksum,
  type ClaimedChecksum,
  type Digest,
} from './checksums.ts';
import { decodeChunked } from './chunked.ts';
import { notImplemented, S3Error } from './errors.ts';

/** Bounds in bytes, both inclusive. */
export interface SizeRange {
  min: number;
  max: number;
}

export interface BodyOptions {
  source: AsyncIterable<Buffer>;
  headers: Record<string, string>;
  /** The signed value of x-amz-content-sha256. */
  payloadHash: string;
  /** The announced size in bytes; a body of another size is refused. */
  expectedSize?: number;
  sizeRange?: SizeRange;
}

const CHUNKED = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
const MAX_PUT_BYTES = 5 * 1024 ** 3;

function tooLarge(size: number, max: number) {
  return new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
    ProposedSize: size,
    MaxSizeAllowed: max,
  });
}

function tooSmall(size: number, min: number) {
  return new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
    ProposedSize: size,
    MinSizeAllowed: min,
  });
}

function checkPayloadHash(hash: string): void {
  if (hash === CHUNKED || hash === 'UNSIGNED-PAYLOAD' || /^[0-9a-f]{64}$/.test(hash)) return;
  if (hash.startsWith('STREAMING-')) throw notImplemented(`uploads of the kind ${hash}`);
  throw new S3Error(
    'InvalidArgument',
    'x-amz-content-sha256 must be UNSIGNED-PAYLOAD or a valid sha256 value.',
  );
}

/** The size that a PUT announces for its object. */
export function announcedSize(headers: Record<string, string>): number {
  const size = Number(headers['x-amz-decoded-content-length'] ?? headers['content-length']);
  if (!Number.isInteger(size)) {
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
  if (size > MAX_PUT_BYTES) throw tooLarge(size, MAX_PUT_BYTES);
  return size;
}

/**
 * The bytes of an upload, without framing, verified against all that the request declares. `data` throws before its end when
 * something differs, so data that was read to its end is correct. Only then are `size`, `etag` (MD5, hex), `crc` (CRC-32) and
 * `checksum` (header and base64 value) final.
 */
export class VerifiedBody {
  size = 0;
  etag = '';
  crc = 0;
  checksum: { header: string; value: string } | undefined;
  readonly #options: BodyOptions;
  readonly #md5 = hashDigest('md5');
  readonly #sha256: Digest | undefined;
  readonly #claimed: ClaimedChecksum | undefined;
  readonly #trailers = new Map<string, string>();

  constructor(options: BodyOptions) {
    checkPayloadHash(options.payloadHash);
    this.#options = options;
    this.#claimed = claimedChecksum(options.headers);
    if (/^[0-9a-f]{64}$/.test(options.payloadHash)) this.#sha256 = hashDigest('sha256');
  }

  async *data(): AsyncGenerator<Buffer> {
    const { source, payloadHash, sizeRange } = this.#options;
    for await (const chunk of payloadHash === CHUNKED ? decodeChunked(source, this.#trailers) : source) {
      this.size += chunk.length;
      this.crc = crc32(chunk, this.crc);
      if (sizeRange !== undefined && this.size > sizeRange.max) throw tooLarge(this.size, sizeRange.max);
      for (const digest of [this.#md5, this.#sha256, this.#claimed?.digest]) digest?.update(chunk);
      yield chunk;
    }
    this.#verify();
  }

  #verify(): void {
    const { headers, payloadHash, expectedSize, sizeRange } = this.#options;
    if (expectedSize !== undefined && this.size !== expectedSize) {
      throw new S3Error(
        'IncompleteBody',
        'You did not provide the number of bytes specified by the Content-Length HTTP header',
      );
    }
    if (sizeRange !== undefined && this.size < sizeRange.min) throw tooSmall(this.size, sizeRange.min);
    const sha256 = this.#sha256?.value().toString('hex');
    if (sha256 !== undefined && sha256 !== payloadHash) {
      throw new S3Error(
        'XAmzContentSHA256Mismatch',
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
      );
    }
    this.#verifyMd5(headers['content-md5']);
    if (this.#claimed !== undefined) {
      this.checksum = { header: this.#claimed.header, value: verifyChecksum(this.#claimed, this.#trailers) };
    }
  }

  #verifyMd5(claimed: string | undefined): void {
    const md5 = this.#md5.value();
    this.etag = md5.toString('hex');
    if (claimed === undefined) return;
    const expected = Buffer.from(claimed, 'base64');
    if (expected.length !== md5.length) {
      throw new S3Error('InvalidDigest', 'The Content-MD5 you specified was invalid.');
    }
    if (!expected.equals(md5)) {
      throw new S3Error('BadDigest', 'The Content-MD5 you specified did not match what we received.');
    }
  }
}
