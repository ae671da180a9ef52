import type { Client } from '../../../client/source/index.ts';

/** The context of a part of the desk. */
export interface Desk {
  client: Client;
  /** A client with longer time-outs, for files. */
  uploads: Client;
  /** Aborted when another part is shown. */
  signal: AbortSignal;
  /** The site's time zone, for displayed and entered times. */
  timeZone: string;
  /** Refreshes the view, and shows failures. */
  reload: () => Promise<void>;
}

/** A part of the desk. */
export interface View {
  root: HTMLElement;
  /** Loads the shown data: at first, every ten seconds, and after a lost connection. */
  refresh?: () => Promise<void>;
  /** Whether the part has unsaved changes. */
  isUnsaved?: () => boolean;
}

/** Asks for confirmation before unsaved changes are dropped. */
export function mayDiscard(isUnsaved: boolean): boolean {
  return !isUnsaved || confirm('There are unsaved changes. Discard them?');
}
