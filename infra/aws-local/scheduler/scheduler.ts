import { isDeepStrictEqual } from 'node:util';
import { nowMs } from '../../../shared/platform/core/clock.ts';
import { validate, conflict, notFound } from './definition.ts';
import { makeArn, describe, computeDueMs, makeScheduleKey, type Schedule } from './schedule.ts';
import type { ScheduleStore } from './store.ts';
import { Timers } from './timers.ts';

/** Invokes the target function of a schedule asynchronously: Lambda accepts the event immediately. */
export type Invoke = (target: { arn: string; input: string }) => void;

export interface SchedulerOptions {
  store: ScheduleStore;
  invoke: Invoke;
  /** The lateness of the next schedule: AWS guarantees the minute, not the second. */
  latenessMs: () => number;
}

/** The operations of the API, and the invocation of due schedules. */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #timers = new Timers(key => this.#invokeTarget(key));

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** Starts timers for the stored schedules. Overdue ones invoke their target immediately. */
  start(): void {
    for (const each of this.#options.store.all()) this.#startTimer(each);
  }

  create(body: object) {
    const wanted = validate(body);
    const existing = this.#options.store.get(wanted.GroupName, wanted.Name);
    if (existing !== undefined) {
      // The token is checked first: a repeated request gets its first answer even if the time of at() has passed.
      if (wanted.ClientToken === undefined || !isDeepStrictEqual(existing.definition, wanted)) {
        throw conflict(`Schedule ${wanted.Name} already exists.`);
      }
      return { ScheduleArn: makeArn(wanted) };
    }
    const now = nowMs();
    this.#save({ definition: wanted, createdMs: now, modifiedMs: now, dueMs: computeDueMs(wanted, now) });
    return { ScheduleArn: makeArn(wanted) };
  }

  get(name: string, group = 'default') {
    return describe(this.#find(group, name));
  }

  delete(name: string, group = 'default') {
    this.#find(group, name);
    this.#options.store.remove(group, name);
    this.#timers.clear(makeScheduleKey(group, name));
    return {};
  }

  /** Stops the timers. Pending schedules stay due. */
  close(): void {
    this.#timers.close();
  }

  #find(group: string, name: string): Schedule {
    const found = this.#options.store.get(group, name);
    if (found === undefined) throw notFound(name);
    return found;
  }

  #save(schedule: Schedule): void {
    this.#options.store.put(schedule);
    this.#startTimer(schedule);
  }

  #startTimer({ definition: { GroupName, Name }, dueMs }: Schedule): void {
    if (dueMs !== null)
      this.#timers.set(makeScheduleKey(GroupName, Name), dueMs + this.#options.latenessMs());
  }

  /**
   * A one-time schedule is completed when its event was accepted. A process that dies in between invokes the target again at its
   * next start, which the guarantee of at least once allows.
   */
  #invokeTarget(key: string): void {
    const [group = '', name = ''] = key.split('/');
    const schedule = this.#options.store.get(group, name);
    if (schedule === undefined) return;
    const { Target, ActionAfterCompletion } = schedule.definition;
    this.#options.invoke({ arn: Target.Arn, input: Target.Input });
    if (ActionAfterCompletion === 'DELETE') this.#options.store.remove(group, name);
    else this.#options.store.put({ ...schedule, dueMs: null });
  }
}
