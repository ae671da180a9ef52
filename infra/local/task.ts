import type { S3Event } from 'aws-lambda';
import { environment } from '../../shared/core/environment.ts';
import { TASKS_PREFIX } from '../../shared/images/thumbnails/task.ts';

/** Converts the bucket's event to EventBridge's, or returns undefined for objects that the rule does not match. */
export function toTaskEvent({
  Records: [record],
}: S3Event): { detail: { object: { key: string } } } | undefined {
  const bucket = record?.s3.bucket.name;
  const key = decodeURIComponent(record?.s3.object.key.replaceAll('+', ' ') ?? '');
  return bucket === environment().CONTENT_BUCKET && key.startsWith(TASKS_PREFIX)
    ? { detail: { object: { key } } }
    : undefined;
}
