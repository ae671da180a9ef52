import type { EventEmitter } from 'node:events';
import type { Admission } from './admission.ts';

/** Requests are held back for this time at most, and then not for the same time, so that connections take half of the time at most. */
const MAX_PAUSE_MS = 250;

/**
 * Accepts connections before requests begin. Node.js accepts a single connection in each round of its event loop. A round in which
 * requests run takes as long as a step of each of them, so that 500 connections would wait for many seconds; another one takes microseconds.
 * So no request begins until a round has passed without a new connection.
 */
export function acceptBeforeRequests(
  server: EventEmitter,
  admission: Pick<Admission, 'pause' | 'resume'>,
  now = () => performance.now(),
): void {
  let isPaused = false;
  let hasAccepted = false;
  /** When the pause began; in the future when the next one must wait. */
  let sinceMs = 0;
  const endRound = (): void => {
    const isOverdue = now() - sinceMs >= MAX_PAUSE_MS;
    if (isOverdue) sinceMs = now() + MAX_PAUSE_MS;
    isPaused = hasAccepted && !isOverdue;
    hasAccepted = false;
    if (isPaused) setImmediate(endRound);
    else admission.resume();
  };
  server.on('connection', () => {
    hasAccepted = true;
    if (isPaused || now() < sinceMs) return;
    isPaused = true;
    sinceMs = now();
    admission.pause();
    setImmediate(endRound);
  });
}
