import type { Page } from './blocks.ts';
import { EDITING_TASKS } from './content/editing-tasks.ts';
import { READING_TASKS } from './content/reading-tasks.ts';
import { RUNNING_TASKS } from './content/running-tasks.ts';

/** A page for each task, with commands that a test runs. */
export function taskPages(): Page[] {
  return [...EDITING_TASKS, ...READING_TASKS, ...RUNNING_TASKS].map(({ page, ...task }) => ({
    ...task,
    path: `tasks/${page}`,
    rank: 4,
  }));
}
