import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { environment } from '../core/environment.ts';
import { PUBLIC_TAG } from '../http/edge.ts';
import { logSlowCalls } from '../log/slow-calls.ts';
import type { Job } from './job.ts';
import { CloudFrontClient, CreateInvalidationCommand } from './cloudfront.ts';

let client: CloudFrontClient | undefined;

const Jobs = v.array(v.object({ prefix: v.optional(v.string()) }));

/** Below it the edge has the files. CloudFront asks for both addresses of a file whose path its function changes. */
const MEDIA = '/media';

/**
 * Drops what the jobs name from the caches, with one request to each distribution. AWS charges for each item, a tag or a path with its
 * wildcard: all public answers together are one item.
 * @throws Error of CloudFront, such as TooManyInvalidationsInProgress
 */
export async function invalidate(jobs: readonly unknown[]): Promise<void> {
  const { EDGE_DISTRIBUTION, MEDIA_DISTRIBUTION } = environment();
  const parsed: readonly Job[] = v.parse(Jobs, jobs);
  const files = [...new Set(parsed.flatMap(({ prefix }) => (prefix === undefined ? [] : [`/${prefix}*`])))];
  const tags = parsed.some(({ prefix }) => prefix === undefined) ? [`#${PUBLIC_TAG}`] : [];
  await send(EDGE_DISTRIBUTION, [...tags, ...files.map(path => `${MEDIA}${path}`), ...files]);
  await send(MEDIA_DISTRIBUTION, files);
}

async function send(DistributionId: string | undefined, Items: readonly string[]): Promise<void> {
  if (DistributionId === undefined || Items.length === 0) return;
  client ??= logSlowCalls(new CloudFrontClient({ maxAttempts: 2 }));
  const Paths = { Quantity: Items.length, Items: [...Items] };
  await client.send(
    new CreateInvalidationCommand({
      DistributionId,
      InvalidationBatch: { CallerReference: randomUUID(), Paths },
    }),
  );
}
