import { isDeepStrictEqual } from 'node:util';
import type { Model } from '../checker.ts';

/** The set of authors who like a post or follow a section: calls add, remove, list and count them. */
export type MembersOp =
  | { do: 'add' | 'remove'; member: string }
  | { do: 'list' }
  | { do: 'count' }
  | { do: 'has'; member: string };

export type MembersAnswer = 'done' | 'refused' | string[] | number | boolean;

export const membersModel: Model<string[], MembersOp, MembersAnswer> = {
  initial: [],
  apply(members, op, answer) {
    if (answer === 'refused') return undefined;
    switch (op.do) {
      case 'add':
        return [...new Set([...members, op.member])].sort();
      case 'remove':
        return members.filter(member => member !== op.member);
      case 'list':
        return isDeepStrictEqual(answer, members) ? members : undefined;
      case 'count':
        return answer === members.length ? members : undefined;
      case 'has':
        return answer === members.includes(op.member) ? members : undefined;
    }
  },
  isRead: op => !['add', 'remove'].includes(op.do),
};
