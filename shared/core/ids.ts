import { nowMs } from './clock.ts';

/** 2^41 milliseconds from here, until 2093, times 4096 in each fill the 53 bits that a JSON number carries exactly. */
const EPOCH_MS = Date.UTC(2024, 0, 1);
const PER_MS = 4096;

/** When an id was made, in milliseconds since 1970: in the order of ids, whatever clock they were made by. */
export function timeOfId(id: number): number {
  return EPOCH_MS + Math.floor(id / PER_MS);
}

let last = 0;

/**
 * A new id: at most 2^53-1, growing with time, without a central counter. Within a process ids strictly grow; two processes
 * draw at random within the millisecond, so whoever stores a record does it under the condition that the key is new.
 */
export function newId(now = nowMs()): number {
  last = Math.max(last + 1, (now - EPOCH_MS) * PER_MS + Math.floor(Math.random() * PER_MS));
  return last;
}
