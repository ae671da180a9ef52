import { hash } from 'node:crypto';

/**
 * Decides whether a recorded history is linearizable: whether every call can be assigned a moment between its start and its end so
 * that the calls, executed in the order of these moments, give the recorded answers (Wing and Gong's search, which remembers
 * visited configurations as in Lowe's version).
 */

/** The behaviour of one object as a pure function. States are plain data: they are compared as JSON. */
export interface Model<State, Op, Answer> {
  initial: State;
  /**
   * The state after `op` in `state`, or undefined when `op` cannot give `answer` there. Without an answer, the operation had its
   * effect and its answer was lost.
   */
  apply(state: State, op: Op, answer: Answer | undefined): State | undefined;
  /** Whether the operation with this answer leaves every state unchanged. */
  isRead(op: Op, answer: Answer | undefined): boolean;
}

/** The part of one call that concerns one object. `start` and `end` are positions in the order of all starts and ends. */
export interface Operation<Op, Answer> {
  client: number;
  start: number;
  end: number;
  op: Op;
  /** undefined: the call got no answer, and may have had its effect between `start` and `end`. */
  answer?: Answer | undefined;
}

export function isLinearizable<State, Op, Answer>(
  model: Model<State, Op, Answer>,
  history: readonly Operation<Op, Answer>[],
): boolean {
  const operations = [...history].sort((a, b) => a.start - b.start);
  const visited = new Set<string>();
  const search = (done: ReadonlySet<number>, state: State): boolean => {
    const left = [...operations.keys()].filter(index => !done.has(index));
    if (left.every(index => operations[index]!.answer === undefined)) return true;
    // A search may visit a million of them.
    const configuration = hash('sha1', `${left.join(',')}|${JSON.stringify(state)}`, 'base64url');
    if (visited.has(configuration)) return false;
    visited.add(configuration);
    const candidates = candidatesAmong(operations, left, done);
    // A read that fits can be placed at once, because it changes no state; but not when it starts after the end of a call without an
    // answer, which could then no longer have happened.
    const firstEnd = Math.min(...candidates.map(index => operations[index]!.end));
    const fitting = candidates.find(
      index => operations[index]!.start < firstEnd && fitsAsRead(model, state, operations[index]!),
    );
    if (fitting !== undefined) return search(new Set(done).add(fitting), state);
    return candidates.some(index => {
      const { op, answer } = operations[index]!;
      const next = model.apply(state, op, answer);
      return next !== undefined && search(new Set(done).add(index), next);
    });
  };
  return search(new Set(), model.initial);
}

/** The operations that may come next: no other unplaced one ended before their start, and no placed one started after their end. */
function candidatesAmong(
  operations: readonly Operation<unknown, unknown>[],
  left: readonly number[],
  done: ReadonlySet<number>,
): number[] {
  const ends = left.map(index => operations[index]!).filter(({ answer }) => answer !== undefined);
  const firstEnd = Math.min(...ends.map(({ end }) => end));
  const lastStart = Math.max(-Infinity, ...[...done].map(index => operations[index]!.start));
  return left.filter(index => {
    const { start, end } = operations[index]!;
    return start <= firstEnd && end >= lastStart;
  });
}

function fitsAsRead<State, Op, Answer>(
  model: Model<State, Op, Answer>,
  state: State,
  { op, answer }: Operation<Op, Answer>,
): boolean {
  return answer !== undefined && model.isRead(op, answer) && model.apply(state, op, answer) !== undefined;
}

/**
 * A short part of a history that no order explains: it ends at the first unexplained answer and omits the reads that the
 * contradiction does not need.
 */
export function shortestContradiction<State, Op, Answer>(
  model: Model<State, Op, Answer>,
  history: readonly Operation<Op, Answer>[],
): Operation<Op, Answer>[] {
  const ends = history.map(({ end }) => end).sort((a, b) => a - b);
  const end = ends.find(until => !isLinearizable(model, historyUntil(history, until))) ?? Infinity;
  let shortest = historyUntil(history, end);
  for (const operation of [...shortest].reverse()) {
    if (!model.isRead(operation.op, operation.answer)) continue;
    const without = shortest.filter(other => other !== operation);
    if (!isLinearizable(model, without)) shortest = without;
  }
  return shortest;
}

/** The history as recorded up to a moment: calls that end later have no answer. */
function historyUntil<Op, Answer>(
  history: readonly Operation<Op, Answer>[],
  until: number,
): Operation<Op, Answer>[] {
  return history
    .filter(({ start }) => start <= until)
    .map(operation => (operation.end <= until ? operation : { ...operation, answer: undefined }));
}
