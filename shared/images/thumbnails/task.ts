import { logError } from '../../core/log.ts';
import type { ImageRecord } from '../record.ts';

/** Putting an object under this prefix starts the thumbnail function. The key contains the task; the object is empty. */
export const TASKS_PREFIX = 'tasks/';

export interface Task {
  id: number;
  taskId: string;
}

/** Starts the thumbnail function after the commit; if that fails, the sweep does it. */
export async function startThumbnails(image: Pick<ImageRecord, 'id' | 'task_id'>): Promise<void> {
  await putTask(image).catch((error: unknown) => logError('thumbnail task not put', error, { id: image.id }));
}

export async function putTask({ id, task_id }: Pick<ImageRecord, 'id' | 'task_id'>): Promise<void> {
  const { putObject } = await import('../../files/objects.ts');
  await putObject({ bucket: 'content', key: `${TASKS_PREFIX}${id}/${task_id}` }, Buffer.alloc(0));
}

/** @returns undefined for a key that is no task's */
export function taskOf(key: string): Task | undefined {
  const [, id, taskId] = /^tasks\/(\d{1,16})\/([0-9a-f-]{36})$/.exec(key) ?? [];
  return id !== undefined && taskId !== undefined ? { id: Number(id), taskId } : undefined;
}
