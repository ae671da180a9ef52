import { nowMs } from './clock.ts';

/** 53 bits, which a JSON number holds exactly, are 2^41 milliseconds from this epoch (until 2093) times 4096 ids in each. */
const EPOCH_MS = Date.UTC(2024, 0, 1);
const PER_MS = 4096;

/** The creation time in an id, in milliseconds since 1970. It never decreases as ids grow, even if clocks disagree. */
export function decodeTimeMs(id: number): number {
  return EPOCH_MS + Math.floor(id / PER_MS);
}

let last = 0;

/**
 * Creates an id of at most 2^53-1 that grows with time, without a central counter. Ids strictly grow within a process; two processes may
 * draw the same one in the same millisecond, so a write must have the condition that the key is new.
 */
export function newId(now = nowMs()): number {
  last = Math.max(last + 1, (now - EPOCH_MS) * PER_MS + Math.floor(Math.random() * PER_MS));
  return last;
}
