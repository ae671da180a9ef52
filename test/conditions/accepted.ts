import type { Fault } from './task.ts';

/** A part of a condition that no test can notice, because something else guards what it guards. */
interface Accepted extends Fault {
  reason: string;
}

export const ACCEPTED: readonly Accepted[] = [
  {
    condition: 'shared/posts/search/note.ts writeNotes: attribute_not_exists(pk) OR #token = :taking',
    part: '#token = :taking',
    reason:
      'A repeated transaction has the token of the first one, so DynamoDB does not judge it again; the part is for single puts (putAlone).',
  },
];
