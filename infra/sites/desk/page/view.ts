import { messages } from './messages.ts';

/** Asks for confirmation before unsaved changes are dropped. */
export function mayDiscard(isUnsaved: boolean): boolean {
  return !isUnsaved || confirm(messages.discard);
}
