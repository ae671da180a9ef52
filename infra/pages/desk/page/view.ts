import type { Client } from '../../../client/source/index.ts';

/** What a part of the desk works with. */
export interface Desk {
  client: Client;
  /** A client that is more patient, for files. */
  uploads: Client;
  /** Aborted when another part is shown. */
  signal: AbortSignal;
  /** The site's, in which times are told and taken. */
  timeZone: string;
  /** Refreshes what is shown, and says what went wrong. */
  reload: () => Promise<void>;
}

/** A part of the desk. */
export interface View {
  root: HTMLElement;
  /** Loads what is shown: at first, every ten seconds, and after a lost connection. */
  refresh?: () => Promise<void>;
  /** Whether something was changed here and not saved yet. */
  isUnsaved?: () => boolean;
}

/** Asks before work that was not saved is dropped. */
export function mayDiscard(isUnsaved: boolean): boolean {
  return !isUnsaved || confirm('There are changes that are not saved. Drop them?');
}
