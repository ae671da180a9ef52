import { isDeepStrictEqual } from 'node:util';
import type { Model } from '../checker.ts';
import type { Fields } from './post.ts';

type Status = 'draft' | 'published' | 'removed';
/** A row of the feed of changes: the version that a change gave the post, or its staged change, and the state. */
export type Row = readonly [version: number, state: string];

interface Staged {
  version: number;
  fields: Fields;
}

/** All rows of the feed about the post and about its staged changes. */
interface Rows {
  post: readonly Row[];
  staged: readonly Row[];
}

/**
 * `bodyVersion`: the version of the post that wrote its body; `baseBodyVersion`: that from which a staged body began. `rows` is null where no
 * call reads the feed: two orders of the same calls then lead to the same state more often, so that the search for an order ends sooner.
 */
interface State {
  status: Status;
  shown: Required<Fields>;
  version: number;
  bodyVersion: number;
  staged: (Staged & { baseBodyVersion: number; isPlanned: boolean }) | null;
  /** Whether any change was staged. */
  wasStaged: boolean;
  rows: Rows | null;
}

export type StagedOp =
  | { do: 'edit' | 'stage' | 'autosave'; fields: Fields }
  | { do: 'apply'; isForced: boolean }
  | { do: 'plan' | 'discard' | 'publish' | 'unpublish' | 'restore' | 'read staged' | 'read feed' }
  | { do: 'remove'; from: 'drafts' | 'posts' }
  /** `staged`: the fields that the answer shows as they are staged, so that nothing is known of the post's own. */
  | { do: 'read post'; staged: readonly string[] };

/** `shown`: the fields of the post; absent where the answer does not show them. */
export interface StagedAnswer {
  status: number;
  version?: number | undefined;
  shown?: Fields | undefined;
  staged?: Staged | null | undefined;
  feed?: Rows | undefined;
}

/** A published post without texts, which its history begins with, and its staged change, which is one or none. */
export const stagedModel: Model<State, StagedOp, StagedAnswer> = {
  initial: {
    ...{ status: 'published', shown: { subheadline: '', media: '', body: '' }, version: 1, bodyVersion: 1 },
    ...{ staged: null, wasStaged: false, rows: { post: [[1, 'published']], staged: [] } },
  },
  apply(state, op, answer) {
    const expected = perform(state, op);
    if (answer === undefined || fits(expected.answer, answer)) return expected.state;
    return listTornRefusals(state, op).includes(answer.status) ? state : undefined;
  },
  isRead: (op, answer) =>
    ['read post', 'read staged', 'read feed'].includes(op.do) ||
    (answer !== undefined && answer.status !== 200),
};

export const stagedModelWithoutFeed: typeof stagedModel = {
  ...stagedModel,
  initial: { ...stagedModel.initial, rows: null },
};

/**
 * A refusal may be of a post and a staged change that were read at two moments, between which the one was changed or the other ended. What is
 * written has conditions on both.
 */
function listTornRefusals(state: State, op: StagedOp): number[] {
  const { status, wasStaged } = state;
  switch (op.do) {
    case 'stage':
    case 'autosave':
      return status === 'draft' ? [409] : [];
    case 'plan':
      return [...(status === 'published' ? [] : [409]), ...(wasStaged ? [412] : [])];
    case 'apply':
      return wasStaged && !op.isForced ? [412] : [];
    default:
      return [];
  }
}

/** Whether all that an answer says is as expected. */
function fits(expected: StagedAnswer, answer: StagedAnswer): boolean {
  return Object.entries(answer).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(expected[name as keyof StagedAnswer], value),
  );
}

interface Outcome {
  state: State;
  answer: StagedAnswer;
}

const refuse = (state: State, status: number): Outcome => ({ state, answer: { status } });

function perform(state: State, op: StagedOp): Outcome {
  const { status } = state;
  switch (op.do) {
    case 'read post': {
      const own = Object.entries(state.shown).filter(([name]) => !op.staged.includes(name));
      return { state, answer: { status: 200, version: state.version, shown: Object.fromEntries(own) } };
    }
    case 'read staged':
      return { state, answer: { status: 200, staged: present(state) } };
    case 'read feed':
      return { state, answer: { status: 200, feed: showFeed(state) } };
    case 'edit':
      return status === 'removed' ? refuse(state, 409) : write(state, op.fields);
    case 'autosave':
      return status === 'draft' ? write(state, op.fields) : stage(state, op.fields);
    case 'stage':
      return status === 'draft' && !state.staged ? refuse(state, 409) : stage(state, op.fields);
    case 'apply':
      return applyStaged(state, op.isForced);
    case 'plan':
      return plan(state);
    case 'discard':
      return state.staged ? putStaged(state, null, [state.staged.version + 1, 'gone']) : refuse(state, 404);
    case 'publish':
      return status === 'draft' ? write(state, {}, 'published') : refuse(state, 409);
    case 'unpublish':
      return status === 'published' ? write(state, {}, 'draft') : refuse(state, 409);
    case 'restore':
      return status === 'removed' ? write(state, {}, 'draft') : refuse(state, 409);
    case 'remove':
      return status === (op.from === 'posts' ? 'published' : 'draft')
        ? write({ ...state, staged: null }, {}, 'removed')
        : refuse(state, 404);
  }
}

/** The feed has rows in the order in which they were numbered, which need not be that of their writes. */
export const sortRows = (rows: readonly Row[]): Row[] =>
  [...rows].sort(([one, state], [other, otherState]) => one - other || state.localeCompare(otherState));

function showFeed({ rows }: State): StagedAnswer['feed'] {
  return rows ? { post: sortRows(rows.post), staged: sortRows(rows.staged) } : undefined;
}

function present({ staged }: State): Staged | null {
  return staged && { version: staged.version, fields: staged.fields };
}

/** A write of the post itself: its next version, which the feed names. */
function write(state: State, fields: Fields, status: Status = state.status): Outcome {
  const shown = { ...state.shown, ...fields };
  const version = state.version + 1;
  const next: State = {
    ...{ ...state, status, shown, version },
    rows: state.rows && { ...state.rows, post: [...state.rows.post, [version, status]] },
    bodyVersion: shown.body === state.shown.body ? state.bodyVersion : version,
  };
  return { state: next, answer: { status: 200, version, shown } };
}

/** A write of the staged change alone, or its end. */
function putStaged(state: State, staged: State['staged'], row: Row): Outcome {
  const rows = state.rows && { ...state.rows, staged: [...state.rows.staged, row] };
  const next = { ...state, staged, rows, wasStaged: true };
  return { state: next, answer: { status: 200, staged: present(next) } };
}

function stage(state: State, fields: Fields): Outcome {
  if (state.status === 'removed') return refuse(state, 409);
  const before = state.staged ?? { version: 0, fields: {}, baseBodyVersion: 0, isPlanned: false };
  const { isPlanned } = before;
  const version = before.version + 1;
  const hasBase = before.fields.body !== undefined;
  return putStaged(
    state,
    {
      ...{ version, isPlanned, fields: { ...before.fields, ...fields } },
      baseBodyVersion: hasBase ? before.baseBodyVersion : state.bodyVersion,
    },
    [version, isPlanned ? 'planned' : 'staged'],
  );
}

/** Whether the staged body would replace another one than that from which it began. */
function hasConflict({ shown, bodyVersion, staged }: State): boolean {
  const body = staged?.fields.body;
  return body !== undefined && staged!.baseBodyVersion !== bodyVersion && body !== shown.body;
}

function applyStaged(state: State, isForced: boolean): Outcome {
  const { staged } = state;
  if (!staged) return refuse(state, 404);
  if (hasConflict(state) && !isForced) return refuse(state, 412);
  return write({ ...state, staged: null }, staged.fields);
}

function plan(state: State): Outcome {
  const { staged } = state;
  if (!staged) return refuse(state, 404);
  if (state.status !== 'published') return refuse(state, 409);
  if (hasConflict(state)) return refuse(state, 412);
  const version = staged.version + 1;
  return putStaged(state, { ...staged, version, isPlanned: true }, [version, 'planned']);
}
