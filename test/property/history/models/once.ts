import { isDeepStrictEqual } from 'node:util';
import type { Model } from '../checker.ts';

/** What requests under one Idempotency-Key have made: at most one record. 0 stands for one whose id no answer has told yet. */
export type OnceState = number | null;
export type OnceOp = { do: 'send' } | { do: 'list' };

/** Of a request: the id of the record; of a list: the ids of all records that such requests have made. */
export type OnceAnswer = number | number[];

export const onceModel: Model<OnceState, OnceOp, OnceAnswer> = {
  initial: null,
  apply(made, op, answer) {
    if (op.do === 'send') {
      if (answer === undefined) return made ?? 0;
      return made === null || made === 0 || made === answer ? Number(answer) : undefined;
    }
    if (made === null) return isDeepStrictEqual(answer, []) ? made : undefined;
    if (!Array.isArray(answer) || answer.length !== 1) return undefined;
    return made === 0 || made === answer[0] ? answer[0] : undefined;
  },
  // A list can tell the id, which is a change to what is known.
  isRead: () => false,
};
