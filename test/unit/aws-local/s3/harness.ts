import { CreateBucketCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Event } from 'aws-lambda';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startS3, type StartS3Options } from '../../../../infra/aws-local/s3/server.ts';

export const BUCKET = 'newsroom';
export const CREDENTIALS = { accessKeyId: 'local-key', secretAccessKey: 'local-secret' };

/** The parts of a signed request that a test can change before it is sent. */
export interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: unknown;
}

export function clientFor(url: string, config: S3ClientConfig = {}): S3Client {
  const client = new S3Client({
    endpoint: url,
    region: 'eu-central-1',
    credentials: CREDENTIALS,
    maxAttempts: 1,
    ...config,
  });
  onTestFinished(() => client.destroy());
  return client;
}

/** Changes every request of the client after it is signed. */
export function tamper(client: S3Client, change: (request: SentRequest) => void): void {
  client.middlewareStack.add(
    next => args => {
      change(args.request as SentRequest);
      return next(args);
    },
    { step: 'deserialize', priority: 'low' },
  );
}

/** A running stand-in with one bucket, a client, and the events that it sent; all end with the test. */
export async function start(options: Partial<StartS3Options> = {}) {
  const events: S3Event[] = [];
  const server = await startS3({
    credentials: CREDENTIALS,
    retryDelayMs: 5,
    onObjectCreated: event => Promise.resolve(void events.push(event)),
    ...options,
  });
  onTestFinished(() => server.close());
  const client = clientFor(server.url);
  await client.send(new CreateBucketCommand({ Bucket: BUCKET })).catch(() => undefined);
  return { client, events, server, url: server.url };
}

export async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 's3-test-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  return dir;
}

/** The code in an error document. */
export async function codeIn(response: Response) {
  return /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
}
