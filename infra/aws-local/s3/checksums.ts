import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from './errors.ts';

/** A running digest. `value` completes it. */
export interface Digest {
  update(chunk: Buffer): void;
  value(): Buffer;
}

const CASTAGNOLI = 0x82f63b78;
const CRC32C_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ CASTAGNOLI : crc >>> 1;
  return crc;
});

function crc32c(chunk: Buffer, previous: number): number {
  let crc = ~previous;
  for (const byte of chunk) crc = (crc >>> 8) ^ CRC32C_TABLE[(crc ^ byte) & 0xff]!;
  return ~crc >>> 0;
}

function crcDigest(step: (chunk: Buffer, previous: number) => number): Digest {
  let crc = 0;
  return {
    update: chunk => void (crc = step(chunk, crc)),
    value: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(crc);
      return bytes;
    },
  };
}

export function hashDigest(algorithm: 'md5' | 'sha1' | 'sha256'): Digest {
  const hash = createHash(algorithm);
  return { update: chunk => void hash.update(chunk), value: () => hash.digest() };
}

const DIGESTS: Record<string, { length: number; create: () => Digest }> = {
  crc32: { length: 4, create: () => crcDigest(crc32) },
  crc32c: { length: 4, create: () => crcDigest(crc32c) },
  sha1: { length: 20, create: () => hashDigest('sha1') },
  sha256: { length: 32, create: () => hashDigest('sha256') },
};

const HEADER = /^x-amz-checksum-(?!mode$|type$|algorithm$)/;

function invalidValue(header: string) {
  return new S3Error('InvalidRequest', `Value for ${header} header is invalid.`);
}

/** The checksum of an upload, from its header or, while `value` is undefined, from its trailer. */
export interface ClaimedChecksum {
  header: string;
  value: string | undefined;
  digest: Digest;
}

function claim(header: string, value: string | undefined): ClaimedChecksum {
  const known = DIGESTS[header.replace(HEADER, '')];
  if (known === undefined) throw invalidValue(header);
  if (value !== undefined && Buffer.from(value, 'base64').length !== known.length) throw invalidValue(header);
  return { header, value, digest: known.create() };
}

/** The one checksum that an upload may declare. */
export function claimedChecksum(headers: Record<string, string>): ClaimedChecksum | undefined {
  const trailers = (headers['x-amz-trailer'] ?? '').split(',').map(name => name.trim().toLowerCase());
  const claims = [
    ...Object.keys(headers)
      .filter(name => HEADER.test(name))
      .map(name => claim(name, headers[name])),
    ...trailers.filter(name => HEADER.test(name)).map(name => claim(name, undefined)),
  ];
  if (claims.length > 1) {
    throw new S3Error(
      'InvalidRequest',
      'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
    );
  }
  return claims[0];
}

/** Verifies the data against its checksum. @returns the checksum in base64 */
export function verifyChecksum(
  { header, value, digest }: ClaimedChecksum,
  trailers: Map<string, string>,
): string {
  const claimed = value ?? trailers.get(header);
  const computed = digest.value().toString('base64');
  if (claimed === undefined) throw invalidValue(header);
  if (claimed !== computed) {
    const name = header.replace(HEADER, '').toUpperCase();
    throw new S3Error('BadDigest', `The ${name} you specified did not match the calculated checksum.`);
  }
  return computed;
}
