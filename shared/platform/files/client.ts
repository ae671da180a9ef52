import { logSlowCalls } from '../log/slow-calls.ts';
import { S3Client } from './sdk.ts';

let client: S3Client | undefined;

/** Creates the process's one client on first use: most requests never need it. */
export function files(): S3Client {
  client ??= logSlowCalls(
    new S3Client({
      maxAttempts: 4,
      // Local servers address a bucket by path, not by host; S3 accepts both.
      forcePathStyle: true,
      // Servers without support for streamed checksums would store them as part of the object.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  );
  return client;
}
