import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import { startEngines, type EngineOptions } from '../../../infra/aws-local/engines.ts';
import type { LocalServer } from '../../../infra/aws-local/loopback.ts';
import { ensureTable } from '../../../infra/aws-local/table.ts';
import { environment } from '../../../shared/platform/core/environment.ts';
import type { Post } from '../../../shared/posts/record/post.ts';
import { createPost } from '../../../shared/posts/publishing/create.ts';
import { ADMIN } from './admin.ts';

export { ADMIN };

/** Starts the engines on an empty table without workers. Schedules and messages invoke nothing unless given. */
export function useEngines({
  invoke = () => undefined,
  consume = () => Promise.resolve({ batchItemFailures: [] }),
  ...others
}: Partial<
  Pick<EngineOptions, 'invoke' | 'latenessMs' | 'consume' | 'deliveries' | 'viewStale'>
> = {}): void {
  let engines: LocalServer[] = [];
  beforeAll(async () => {
    process.env.TABLE_NAME = `test-${randomUUID()}`;
    engines = await startEngines({
      dir: undefined,
      invoke,
      consume,
      ...others,
      onObjectCreated: () => Promise.resolve(),
    });
    await ensureTable(environment().TABLE_NAME);
    const files = new S3Client({ forcePathStyle: true });
    const { CONTENT_BUCKET, MEDIA_BUCKET } = environment();
    for (const Bucket of [CONTENT_BUCKET, MEDIA_BUCKET])
      await files.send(new CreateBucketCommand({ Bucket }));
    files.destroy();
  });
  afterAll(async () => {
    await Promise.all(engines.map(engine => engine.close()));
  });
}

type PostFields = Partial<Parameters<typeof createPost>[0]>;

export function makePost(
  fields: PostFields = {},
  status: 'draft' | 'published' = 'published',
): Promise<Post> {
  return createPost(
    { headline: 'P', action: undefined, ...fields } as Parameters<typeof createPost>[0],
    status,
    ADMIN,
  );
}

/** Makes `count` posts, several at a time. @returns their ids */
export async function makePosts(count: number, fields: PostFields): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) {
    const some = Math.min(10, count - ids.length);
    const made = await Promise.all(Array.from({ length: some }, () => makePost(fields)));
    ids.push(...made.map(({ value }) => value.id));
  }
  return ids;
}
