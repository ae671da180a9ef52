/**
 * Decides whether a recorded history is linearizable: whether every call can be given one moment between its start and its end so
 * that, done one after the other in the order of these moments, the calls give the answers that were recorded (Wing and Gong's
 * search, with the visited configurations remembered as in Lowe's version of it).
 */

/** The behaviour of one object as a pure function. States are plain data: they are compared as JSON. */
export interface Model<State, Op, Answer> {
  initial: State;
  /**
   * The state after `op` when it is done in `state`, or undefined when `op` can't give `answer` there. Without an answer the
   * operation had its effect, and its answer was lost.
   */
  apply(state: State, op: Op, answer: Answer | undefined): State | undefined;
  /** Whether the operation with this answer leaves every state as it is. */
  isRead(op: Op, answer: Answer | undefined): boolean;
}

/** One call, as far as it is about one object. `start` and `end` are places in the order of all starts and ends. */
export interface Operation<Op, Answer> {
  client: number;
  start: number;
  end: number;
  op: Op;
  /** undefined: the call was not answered, and may or may not have had its effect between `start` and `end`. */
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
    const configuration = `${left.join(',')}|${JSON.stringify(state)}`;
    if (visited.has(configuration)) return false;
    visited.add(configuration);
    const candidates = candidatesAmong(operations, left, done);
    // A read that fits now can be placed now: it changes nothing for the others.
    const fitting = candidates.find(index => fitsAsRead(model, state, operations[index]!));
    if (fitting !== undefined) return search(new Set(done).add(fitting), state);
    return candidates.some(index => {
      const { op, answer } = operations[index]!;
      const next = model.apply(state, op, answer);
      return next !== undefined && search(new Set(done).add(index), next);
    });
  };
  return search(new Set(), model.initial);
}

/** What may come next: nothing that is still to be placed ended before it began, and nothing placed began after it ended. */
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
 * A short part of a history that no order explains either: up to the first answer that can't be explained, without the reads that
 * the contradiction doesn't need.
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

/** As it had been recorded up to a moment: calls that end later are not answered yet. */
function historyUntil<Op, Answer>(
  history: readonly Operation<Op, Answer>[],
  until: number,
): Operation<Op, Answer>[] {
  return history
    .filter(({ start }) => start <= until)
    .map(operation => (operation.end <= until ? operation : { ...operation, answer: undefined }));
}
