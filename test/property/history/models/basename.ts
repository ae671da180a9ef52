import type { Model } from '../checker.ts';

/**
 * A basename that several posts claim. One live post has it; another that claims it gets it with its id appended. A removed post
 * gives it up, and takes it again when it is restored and the basename is free.
 */
export interface BasenameState {
  holder: string | null;
  /** Posts that have it with their id appended. */
  suffixed: string[];
  /** Removed posts that had it. */
  dormant: string[];
}

export type BasenameOp =
  | { do: 'claim' | 'give up' | 'remove' | 'restore' | 'see'; post: string }
  | { do: 'look up' };

/** Whether the post has the basename without its id; for a look-up, the posts that do. */
export type BasenameAnswer = boolean | string[];

function without(posts: readonly string[], post: string): string[] {
  return posts.filter(other => other !== post);
}

function withPost(posts: readonly string[], post: string): string[] {
  return [...without(posts, post), post].sort();
}

export const basenameModel: Model<BasenameState, BasenameOp, BasenameAnswer> = {
  initial: { holder: null, suffixed: [], dormant: [] },
  apply(state, op, answer) {
    if (op.do === 'look up')
      return JSON.stringify(answer) === JSON.stringify(state.holder === null ? [] : [state.holder])
        ? state
        : undefined;
    const next = perform(state, op.do, op.post);
    const holds = next.holder === op.post;
    return answer === undefined || op.do === 'remove' || answer === holds ? next : undefined;
  },
  isRead: op => op.do === 'look up' || op.do === 'see',
};

function perform(state: BasenameState, action: string, post: string): BasenameState {
  const { holder, suffixed, dormant } = state;
  switch (action) {
    case 'claim':
      return suffixed.includes(post) ? state : claim(state, post);
    case 'restore':
      return dormant.includes(post) ? claim({ ...state, dormant: without(dormant, post) }, post) : state;
    case 'remove':
      return holder === post ? { ...state, holder: null, dormant: withPost(dormant, post) } : state;
    case 'give up':
      return {
        holder: holder === post ? null : holder,
        suffixed: without(suffixed, post),
        dormant: without(dormant, post),
      };
    default:
      return state;
  }
}

function claim(state: BasenameState, post: string): BasenameState {
  if (state.holder === null || state.holder === post) return { ...state, holder: post };
  return { ...state, suffixed: withPost(state.suffixed, post) };
}
