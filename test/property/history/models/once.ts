import { isDeepStrictEqual } from 'node:util';
import type { Model } from '../checker.ts';

/** The record that requests under one Idempotency-Key have made, or null. 0 is a record whose id no answer has shown yet. */
export type OnceState = number | null;
export type OnceOp = { do: 'send' } | { do: 'list' };

/** For a request, the id of the record; for a list, the ids of all records that such requests have made. */
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
  // A list can show the id, which changes the state.
  isRead: () => false,
};
