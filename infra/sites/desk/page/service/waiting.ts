import { signal } from '@preact/signals';
import { attempt } from '../status.ts';

/** How long what readers would notice can still be undone. */
const UNDO_MS = 8_000;

/** What someone has asked for and the service isn’t told yet. */
export interface Waiting {
  label: string;
  /** When it is sent, in milliseconds. */
  at: number;
}

interface Task {
  label: string;
  /** What is said when it is done. */
  done: string;
  /** `isEnding`: the page is closing, so that only what is sent at once is sent at all. */
  send: (isEnding: boolean) => Promise<unknown>;
}

export const waiting = signal<readonly Waiting[]>([]);
const tasks = new Map<Waiting, Task & { timer: ReturnType<typeof setTimeout> }>();

/** Sends something after a while in which it can be undone. */
export function sendLater(task: Task, now = Date.now()): void {
  const added: Waiting = { label: task.label, at: now + UNDO_MS };
  const timer = setTimeout(() => void sendNow(added, false), UNDO_MS);
  tasks.set(added, { ...task, timer });
  waiting.value = [...waiting.value, added];
}

/** Takes back what isn’t sent yet. */
export function undoWaiting(entry: Waiting): void {
  take(entry);
}

/** Sends all that waits, because the page is closing or the author signs out. */
export async function sendWaiting(isEnding: boolean): Promise<void> {
  await Promise.all(waiting.value.map(entry => sendNow(entry, isEnding)));
}

async function sendNow(entry: Waiting, isEnding: boolean): Promise<void> {
  const task = take(entry);
  if (task) await attempt(task.done, () => task.send(isEnding));
}

function take(entry: Waiting): Task | undefined {
  const task = tasks.get(entry);
  clearTimeout(task?.timer);
  tasks.delete(entry);
  waiting.value = waiting.value.filter(other => other !== entry);
  return task;
}
