import { nowTs } from '../../core/clock.ts';
import { idAt, timestampAt } from '../../core/position.ts';
import { readPage } from '../../store/timeline.ts';
import { findImage } from '../read.ts';
import { PENDING_IMAGES } from '../record.ts';
import { finishTask, putTask } from './task.ts';

/** Later tasks were missed: the writer stopped before it put the task, or the event was lost. */
const LATE_S = 120;
/** A picture that isn't done by then makes the function fail each time. */
const GIVE_UP_AFTER_S = 3600;
const MAX_COUNT = 50;

/** Puts overdue tasks again. @returns how many */
export async function sweepThumbnails(now = nowTs()): Promise<number> {
  const page = await readPage({
    timelines: [PENDING_IMAGES],
    offset: 0,
    limit: MAX_COUNT,
    oldestFirst: true,
    consistent: true,
  });
  const late = page.positions.filter(position => timestampAt(position) < now - LATE_S);
  await Promise.all(
    late.map(position => retryTask(idAt(position), timestampAt(position) < now - GIVE_UP_AFTER_S)),
  );
  return late.length;
}

async function retryTask(id: number, isFinal: boolean): Promise<void> {
  const image = await findImage(id, true);
  if (image?.value.thumbnails_status !== 'pending') return;
  if (isFinal)
    await finishTask(
      { id, taskId: image.value.task_id },
      { failure: 'The thumbnails could not be made within an hour' },
    );
  else await putTask(image.value);
}
