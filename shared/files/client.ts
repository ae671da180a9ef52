import { S3Client } from './sdk.ts';

let client: S3Client | undefined;

/** One client per process, made at first use: most requests never need it. */
export function files(): S3Client {
  client ??= new S3Client({
    maxAttempts: 4,
    // Local servers answer on a path, not on a host per bucket; S3 itself takes both.
    forcePathStyle: true,
    // What is sent is what is stored, on servers without support for streamed checksums too.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return client;
}
