import { isDeepStrictEqual } from 'node:util';
import type { Model } from '../checker.ts';

/** A post as readers see it: its state, its fields, and the version at the start of its ETag. */
export type Family = 'drafts' | 'posts';
export type List = Family | 'scheduled_posts';
export const FIELDS = ['subheadline', 'media', 'body'] as const;
export type Fields = Partial<Record<(typeof FIELDS)[number], string>>;

export interface Shown extends Fields {
  status: 'draft' | 'scheduled' | 'published' | 'removed';
  scheduled_at: number | null;
}

/** `past`: what the versions before it showed, oldest first. */
export type PostState = { shown: Shown; version: number; past: readonly Shown[] } | null;

interface Write {
  /** The version that If-Match names. */
  ifMatch?: number | undefined;
  /** Whether the service judges If-Match before the post's state, as the last release does when it schedules and unschedules. */
  isMatchedFirst?: boolean;
}
export type PostOp =
  | { do: 'create'; family: Family; fields: Fields }
  | ({ do: 'edit'; family: Family; fields: Fields } & Write)
  | ({ do: 'publish' | 'unpublish' | 'restore'; family: Family; fields: Fields } & Write)
  | ({ do: 'schedule'; at: number } & Write)
  | ({ do: 'unschedule' } & Write)
  | ({ do: 'remove'; family: Family } & Write)
  /** The time has come at which a scheduled post is published. */
  | { do: 'fall due'; at: number }
  | { do: 'read'; from: List }
  | { do: 'see in list'; list: List }
  | { do: 'read revisions' };

/** For a list, the post as shown in it or null; for all else, the status and, on success, the post. */
export interface PostAnswer {
  status: number;
  version?: number | undefined;
  shown?: Shown | null | undefined;
  past?: readonly Shown[] | undefined;
}

const BLANK = { subheadline: '', media: '', body: '', scheduled_at: null };
const STATES: Record<List, readonly Shown['status'][]> = {
  drafts: ['draft', 'scheduled'],
  posts: ['published'],
  scheduled_posts: ['scheduled'],
};
function isIn(list: List, state: PostState): boolean {
  return state !== null && STATES[list].includes(state.shown.status);
}

export const postModel: Model<PostState, PostOp, PostAnswer> = {
  initial: null,
  apply(state, op, answer) {
    const expected = perform(state, op);
    if (answer === undefined || isDeepStrictEqual(normal(expected.answer), normal(answer)))
      return expected.state;
    return undefined;
  },
  isRead: (op, answer) =>
    op.do === 'read' ||
    op.do === 'see in list' ||
    op.do === 'read revisions' ||
    (answer !== undefined && answer.status !== 200),
};

/** Drops undefined members, so that they equal absent ones. */
function normal(answer: PostAnswer): unknown {
  return JSON.parse(JSON.stringify(answer));
}

interface Outcome {
  state: PostState;
  answer: PostAnswer;
}

function perform(state: PostState, op: PostOp): Outcome {
  switch (op.do) {
    case 'create':
      return write(state, { ...BLANK, ...op.fields, status: op.family === 'posts' ? 'published' : 'draft' });
    case 'see in list':
      return { state, answer: { status: 200, shown: isIn(op.list, state) ? state!.shown : null } };
    case 'read revisions':
      return state ? { state, answer: { status: 200, past: state.past } } : refuse(state, 404);
    case 'fall due':
      return fallDue(state, op.at);
    case 'read':
      return isIn(op.from, state) ? { state, answer: toAnswer(state!) } : refuse(state, 404);
    default:
      return change(state, op);
  }
}

/** Only the post that is still scheduled for this time is published. */
function fallDue(state: PostState, at: number): Outcome {
  if (state?.shown.status !== 'scheduled' || state.shown.scheduled_at !== at) return refuse(state, 409);
  return write(state, { ...state.shown, status: 'published', scheduled_at: null });
}

type Change = Exclude<PostOp, { do: 'create' | 'see in list' | 'read' | 'read revisions' | 'fall due' }>;

function change(state: PostState, op: Change): Outcome {
  if (state === null) return refuse(state, 404);
  const refusal = findRefusal(state, op);
  if (refusal !== undefined) return refuse(state, refusal);
  const { shown } = state;
  switch (op.do) {
    case 'edit':
      return write(state, { ...shown, ...op.fields });
    case 'publish':
      return write(state, { ...shown, ...op.fields, status: 'published', scheduled_at: null });
    case 'unpublish':
      return write(state, { ...shown, ...op.fields, status: 'draft', scheduled_at: null });
    case 'restore':
      return write(state, { ...shown, ...op.fields, status: op.family === 'posts' ? 'published' : 'draft' });
    case 'schedule':
      return write(state, { ...shown, status: 'scheduled', scheduled_at: op.at });
    case 'unschedule':
      return write(state, { ...shown, status: 'draft', scheduled_at: null });
    case 'remove': {
      const removed = write(state, { ...shown, status: 'removed', scheduled_at: null });
      return { ...removed, answer: { status: 200 } };
    }
  }
}

/** The status of the refusal; if several apply, the one that the service checks first. */
function findRefusal({ shown: { status }, version }: NonNullable<PostState>, op: Change): number | undefined {
  const mismatch = op.ifMatch !== undefined && op.ifMatch !== version ? 412 : undefined;
  const isLive = status === 'draft' || status === 'scheduled';
  const judge = (isAllowed: boolean): number | undefined =>
    isAllowed || (op.isMatchedFirst === true && mismatch !== undefined) ? mismatch : 409;
  switch (op.do) {
    case 'edit':
    case 'remove':
      return STATES[op.family].includes(status) ? mismatch : 404;
    case 'publish':
      return judge(isLive);
    case 'unpublish':
      return judge(status === 'published');
    case 'restore':
      return judge(status === 'removed');
    case 'schedule':
      if (status === 'removed') return 404;
      return judge(isLive);
    case 'unschedule':
      if (status === 'removed') return 404;
      return judge(status === 'scheduled');
  }
}

function refuse(state: PostState, status: number): Outcome {
  return { state, answer: { status } };
}

function write(state: PostState, shown: Shown): Outcome {
  const past = state ? [...state.past, state.shown] : [];
  const next = { shown, version: past.length + 1, past };
  return { state: next, answer: toAnswer(next) };
}

function toAnswer({ shown, version }: NonNullable<PostState>): PostAnswer {
  return { status: 200, version, shown };
}
