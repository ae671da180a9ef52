import { ApiError } from '../../../shared/client/errors.ts';
import { part } from './dom.ts';

/** Said to everybody, screen readers too. */
export function say(text: string, isError = false): void {
  const status = part('#status', HTMLElement);
  status.textContent = text;
  status.classList.toggle('error', isError);
}

export const reasonOf = (error: unknown): string =>
  error instanceof ApiError
    ? error.messages.join(' ')
    : error instanceof Error
      ? error.message
      : String(error);

/** Runs what a person asked for, and says how it ended. @returns whether it was done */
export async function attempt(done: string, work: () => Promise<unknown>): Promise<boolean> {
  say('…');
  try {
    await work();
    say(done);
    return true;
  } catch (error) {
    say(reasonOf(error), true);
    return false;
  }
}
