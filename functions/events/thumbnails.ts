import * as v from 'valibot';
import { logInfo } from '../../shared/core/log.ts';
import { makeThumbnails } from '../../shared/images/thumbnails/make.ts';
import { parseTask } from '../../shared/images/thumbnails/task.ts';

/** The used part of EventBridge's "Object Created" event. */
const Event = v.object({ detail: v.object({ object: v.object({ key: v.string() }) }) });

/** Invoked for each task object in the bucket, at least once and in any order. The image's record says which thumbnails are missing. */
export async function handler(event: unknown): Promise<void> {
  const { key } = v.parse(Event, event).detail.object;
  const task = parseTask(key);
  if (!task) return;
  const began = performance.now();
  await makeThumbnails(task);
  logInfo('thumbnails', { ...task, ms: Math.round(performance.now() - began) });
}
