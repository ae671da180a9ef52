import * as v from 'valibot';
import { logInfo } from '../../shared/core/log.ts';
import { makeThumbnails } from '../../shared/images/thumbnails/make.ts';
import { taskOf } from '../../shared/images/thumbnails/task.ts';

/** What we use of EventBridge's "Object Created". */
const Event = v.object({ detail: v.object({ object: v.object({ key: v.string() }) }) });

/** Woken by a task in the bucket: at least once, in any order. The image's record says what is to be done. */
export async function handler(event: unknown): Promise<void> {
  const { key } = v.parse(Event, event).detail.object;
  const task = taskOf(key);
  if (!task) return;
  const began = performance.now();
  await makeThumbnails(task);
  logInfo('thumbnails', { ...task, ms: Math.round(performance.now() - began) });
}
