import type { Model } from '../checker.ts';

/** A unique name (an author's name or email, a section's url) and the record that holds it: at most one at a time. */
type Holder = string;
export type NameState = Holder | null;

export type NameOp =
  | { do: 'claim'; holder: Holder }
  /** The record takes another name, or is deleted. */
  | { do: 'give up'; holder: Holder }
  | { do: 'look up' };

/** The status of a claim or release; for a look-up, the records that have the name. */
export type NameAnswer = number | Holder[];

export const nameModel: Model<NameState, NameOp, NameAnswer> = {
  initial: null,
  apply(state, op, answer) {
    if (op.do === 'look up')
      return JSON.stringify(answer) === JSON.stringify(state === null ? [] : [state]) ? state : undefined;
    if (op.do === 'give up') return state === op.holder ? null : state;
    const isFree = state === null || state === op.holder;
    if (answer !== undefined && answer !== (isFree ? 200 : 409)) return undefined;
    return isFree ? op.holder : state;
  },
  isRead: (op, answer) => op.do === 'look up' || (op.do === 'claim' && answer === 409),
};
