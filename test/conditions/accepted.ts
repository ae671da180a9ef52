import type { Fault } from './task.ts';

/** A part of a condition that no test can notice, because something else guards what it guards. */
interface Accepted extends Fault {
  reason: string;
}

export const ACCEPTED: readonly Accepted[] = [];
