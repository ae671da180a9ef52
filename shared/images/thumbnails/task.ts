import { logError } from '../../core/log.ts';
import type { ImageRecord } from '../record.ts';

/** Putting an object under this prefix wakes the thumbnail function. What is in it doesn't matter: its key says all. */
export const TASKS_PREFIX = 'tasks/';

export interface Task {
  id: number;
  taskId: string;
}

/** After the commit: should it fail, the sweep will do it. */
export async function wakeThumbnails(image: Pick<ImageRecord, 'id' | 'task_id'>): Promise<void> {
  await putTask(image).catch((error: unknown) => logError('thumbnail task not put', error, { id: image.id }));
}

export async function putTask({ id, task_id }: Pick<ImageRecord, 'id' | 'task_id'>): Promise<void> {
  const { putObject } = await import('../../files/objects.ts');
  await putObject({ bucket: 'content', key: `${TASKS_PREFIX}${id}/${task_id}` }, Buffer.alloc(0));
}

/** undefined for what is no task's key. */
export function taskOf(key: string): Task | undefined {
  const [, id, taskId] = /^tasks\/(\d{1,16})\/([0-9a-f-]{36})$/.exec(key) ?? [];
  return id !== undefined && taskId !== undefined ? { id: Number(id), taskId } : undefined;
}
