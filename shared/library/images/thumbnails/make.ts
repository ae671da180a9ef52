import { UnprocessableImage } from '../../../platform/core/errors.ts';
import { FOREVER, getObject, putObject } from '../../../platform/files/objects.ts';
import { getKind } from '../../media/kinds.ts';
import { Images, type ImageRecord } from '../record.ts';
import { mapThumbnailKeys, planThumbnails, type Planned } from './plan.ts';
import { renderThumbnails } from './render.ts';
import { finishTask, type Task } from './task.ts';

/**
 * Makes a task's missing thumbnails from one decode, then publishes the whole set at once. Does nothing when the image is deleted, has a
 * newer task, or is ready. A picture that can't be decoded fails finally; other failures throw, and the task is retried: keys contain a
 * digest of what the objects show, so that repeating it does no harm.
 */
export async function makeThumbnails({ id, taskId }: Task): Promise<void> {
  const found = await Images.find(id, { consistent: true });
  if (found?.value.thumbnails_status !== 'pending' || found.value.task_id !== taskId) return;
  const image = found.value;
  const planned = planThumbnails(image);
  try {
    await render(image, planned);
  } catch (error) {
    if (!(error instanceof UnprocessableImage)) throw error;
    await finishTask({ id, taskId }, { failure: error.message });
    return;
  }
  await finishTask({ id, taskId }, { ready: mapThumbnailKeys(image, planned) });
}

async function render(image: ImageRecord, planned: readonly Planned[]): Promise<void> {
  const there = new Set(Object.values(image.ready ?? {}));
  const missing = planned.filter(({ key }) => !there.has(key));
  if (missing.length === 0) return;
  const original = await getObject({ bucket: 'media', key: image.original });
  const { width, height, frames, has_alpha: hasAlpha } = image;
  await renderThumbnails(original, { width, height, frames, hasAlpha }, missing, ({ key, format }, bytes) =>
    putObject({ bucket: 'media', key }, bytes, { contentType: getKind(format).mime, cacheControl: FOREVER }),
  );
}
