import { DeliveryWorker } from '../../../shared/posts/webhooks/worker.ts';
import { shortenSleeps } from '../time/clock.ts';

/** Enough for an attempt of each queue that is due. */
export const FEW_POLLS = 10;

/** A worker that has to stop polls on while its last deliveries end. These receivers answer at once, so a few polls suffice. */
const MAX_POLLS_OF_END = 2000;

/** The condition of a worker that polls at most so many times. @throws when the worker does not end after that */
export function mayPoll(polls: number): () => boolean {
  let left = polls;
  return () => {
    if (left < -MAX_POLLS_OF_END) throw new Error(`The delivery worker did not end after ${polls} polls`);
    return left-- > 0;
  };
}

/** Runs a worker until no queue becomes due soon, or for so many polls: a stopped clock makes no queue due. */
export async function work(polls = 100): Promise<void> {
  shortenSleeps();
  await new DeliveryWorker(mayPoll(polls)).run();
}
