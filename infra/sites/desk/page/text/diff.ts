/** A part of one list that another list replaces: entries `from[0]` up to `from[1]` by those `to[0]` up to `to[1]` of the other. */
export interface Change {
  from: readonly [start: number, end: number];
  to: readonly [start: number, end: number];
}

/** Beyond so many differences, what differs is one change: finding more would take quadratic time. */
const MAX_DIFFERENCES = 1_000;

/** The shortest changes that make one list of the other, by the algorithm of Myers. */
export function diff(from: readonly string[], to: readonly string[]): Change[] {
  let head = 0;
  while (head < from.length && head < to.length && from[head] === to[head]) head++;
  let tail = 0;
  while (tail < from.length - head && tail < to.length - head && from.at(-1 - tail) === to.at(-1 - tail))
    tail++;
  const middle = diffMiddle(from.slice(head, from.length - tail), to.slice(head, to.length - tail));
  return middle.map(change => ({
    from: [change.from[0] + head, change.from[1] + head],
    to: [change.to[0] + head, change.to[1] + head],
  }));
}

function diffMiddle(from: readonly string[], to: readonly string[]): Change[] {
  if (from.length === 0 && to.length === 0) return [];
  const trace = from.length > 0 && to.length > 0 ? findTrace(from, to) : undefined;
  if (!trace) return [{ from: [0, from.length], to: [0, to.length] }];
  return joinSteps(followTrace(trace, from.length, to.length));
}

type Frontier = ReadonlyMap<number, number>;

/** How far each diagonal is reached with 0, 1, 2 … differences. @returns undefined when there are too many */
function findTrace(from: readonly string[], to: readonly string[]): Frontier[] | undefined {
  const reached = new Map([[1, 0]]);
  const trace: Frontier[] = [];
  for (let count = 0; count <= MAX_DIFFERENCES; count++) {
    trace.push(new Map(reached));
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      let x = isDown(reached, diagonal, count)
        ? (reached.get(diagonal + 1) ?? 0)
        : (reached.get(diagonal - 1) ?? 0) + 1;
      while (x < from.length && x - diagonal < to.length && from[x] === to[x - diagonal]) x++;
      reached.set(diagonal, x);
      if (x >= from.length && x - diagonal >= to.length) return trace;
    }
  }
  return undefined;
}

function isDown(reached: Frontier, diagonal: number, count: number): boolean {
  if (diagonal === -count) return true;
  return diagonal !== count && (reached.get(diagonal - 1) ?? -1) < (reached.get(diagonal + 1) ?? -1);
}

/** @returns the places at which an entry is removed or added, last first */
function followTrace(trace: readonly Frontier[], fromLength: number, toLength: number): Change[] {
  const steps: Change[] = [];
  let [x, y] = [fromLength, toLength];
  for (let count = trace.length - 1; count > 0; count--) {
    const reached = trace[count] ?? new Map<number, number>();
    const diagonal = x - y;
    const before = isDown(reached, diagonal, count) ? diagonal + 1 : diagonal - 1;
    const startX = reached.get(before) ?? 0;
    const startY = startX - before;
    const isAdded = before > diagonal;
    steps.push(
      isAdded
        ? { from: [startX, startX], to: [startY, startY + 1] }
        : { from: [startX, startX + 1], to: [startY, startY] },
    );
    [x, y] = [startX, startY];
  }
  return steps;
}

/** Joins steps that follow each other. */
function joinSteps(steps: readonly Change[]): Change[] {
  const joined: Change[] = [];
  for (const step of steps.toReversed()) {
    const last = joined.at(-1);
    if (last?.from[1] !== step.from[0] || last.to[1] !== step.to[0]) joined.push(step);
    else joined[joined.length - 1] = { from: [last.from[0], step.from[1]], to: [last.to[0], step.to[1]] };
  }
  return joined;
}
