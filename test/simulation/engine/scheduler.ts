import { AsyncResource } from 'node:async_hooks';
import { createHash } from 'node:crypto';

/** A process whose work the scheduler runs. The work of a dead one is dropped. */
export interface Owner {
  readonly name: string;
  readonly isAlive: boolean;
}

/** What is not killed: the clients, the network and the disk. */
export const OUTSIDE: Owner = { name: 'outside', isAlive: true };

interface Task {
  atMs: number;
  /** Tasks of one moment run in the order in which they were planned. */
  order: number;
  owner: Owner;
  label: string;
  run: () => void;
  isCancelled: boolean;
}

/** Lets all promise callbacks that are ready run: Node.js runs them before its next immediate. */
const drain = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/**
 * Runs everything that waits, one task after the other, in virtual time, which stands still while a task runs. What a task starts runs on
 * as promise callbacks until it waits again, so that tasks are the moments between awaits. Tasks decide the order of everything: the same
 * tasks in the same order give the same run.
 */
export class Scheduler {
  readonly #tasks: Task[] = [];
  readonly #trace = createHash('sha256');
  #nowMs = 0;
  #count = 0;
  #current: Owner = OUTSIDE;

  get nowMs(): number {
    return this.#nowMs;
  }

  /** The process whose task runs. */
  get current(): Owner {
    return this.#current;
  }

  /** The number of tasks so far, including planned ones. */
  get count(): number {
    return this.#count;
  }

  /** Plans a task. @returns a function that cancels it */
  after(delayMs: number, owner: Owner, label: string, run: () => void): () => void {
    const atMs = this.#nowMs + Math.max(0, delayMs);
    // It runs in the asynchronous context in which it was planned. `AsyncResource.bind` takes several times as long.
    const context = new AsyncResource('simulated task');
    const task: Task = {
      atMs,
      order: this.#count++,
      owner,
      label,
      run: () => context.runInAsyncScope(run),
      isCancelled: false,
    };
    this.#push(task);
    return () => {
      task.isCancelled = true;
    };
  }

  /** Resolves after this time. */
  sleep(delayMs: number, owner: Owner, label = 'sleep'): Promise<void> {
    return new Promise(resolve => this.after(delayMs, owner, label, resolve));
  }

  /** Adds a fact to the trace, by which two runs are compared. */
  note(text: string): void {
    this.#trace.update(`${text}\n`);
  }

  /** The hash of all that has happened. */
  traceHash(): string {
    return this.#trace.copy().digest('hex');
  }

  /** Runs tasks until the work has ended. @throws Error when it waits for nothing that is planned */
  async drive<T>(work: () => Promise<T>): Promise<T> {
    const state = { isOver: false };
    const result = work().finally(() => {
      state.isOver = true;
    });
    result.catch(() => undefined);
    for (;;) {
      await drain();
      if (state.isOver) return await result;
      const task = this.#shift();
      if (!task) throw new Error('The simulation waits for something outside of it.');
      if (!task.isCancelled && task.owner.isAlive) this.#run(task);
    }
  }

  #run({ atMs, owner, label, run }: Task): void {
    this.#nowMs = atMs;
    this.#current = owner;
    this.note(`${atMs.toFixed(3)} ${owner.name} ${label}`);
    run();
  }

  /** A binary heap, with the next task first. */
  #push(task: Task): void {
    const tasks = this.#tasks;
    let index = tasks.push(task) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (isBefore(tasks[parent]!, task)) break;
      tasks[index] = tasks[parent]!;
      index = parent;
    }
    tasks[index] = task;
  }

  #shift(): Task | undefined {
    const tasks = this.#tasks;
    const first = tasks[0];
    const last = tasks.pop();
    if (!last || tasks.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= tasks.length) break;
      if (child + 1 < tasks.length && isBefore(tasks[child + 1]!, tasks[child]!)) child++;
      if (isBefore(last, tasks[child]!)) break;
      tasks[index] = tasks[child]!;
      index = child;
    }
    tasks[index] = last;
    return first;
  }
}

function isBefore(one: Task, other: Task): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}
