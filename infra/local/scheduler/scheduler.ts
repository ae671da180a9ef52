import { isDeepStrictEqual } from 'node:util';
import { Alarms } from './alarms.ts';
import { definition, listQuery, validate } from './definition.ts';
import { deliver, type Invoke } from './delivery.ts';
import { conflict, notFound } from './errors.ts';
import { describe, pageOf } from './presentation.ts';
import { arnOf, firstDueMs, keyOf, nextDueMs, type Schedule } from './schedule.ts';
import type { ScheduleStore } from './store.ts';

interface SchedulerOptions {
  store: ScheduleStore;
  invoke: Invoke;
  now: () => number;
  backoffMs: number;
}

/** The operations of the API, and the firing of what is due. */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #alarms: Alarms;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#alarms = new Alarms(options.now, key => this.#fire(key));
  }

  /** Starts the clock for the schedules in the store: what is overdue fires at once. */
  start(): void {
    for (const each of this.#options.store.all()) this.#arm(each);
  }

  create(body: object) {
    const wanted = validate(definition, body);
    const existing = this.#options.store.get(wanted.GroupName, wanted.Name);
    if (existing !== undefined) {
      // The token is looked at first: a repeated request gets its first answer even if at() has passed since.
      if (wanted.ClientToken === undefined || !isDeepStrictEqual(existing.definition, wanted)) {
        throw conflict(`Schedule ${wanted.Name} already exists.`);
      }
      return { ScheduleArn: arnOf(wanted) };
    }
    const nowMs = this.#options.now();
    this.#save({
      definition: wanted,
      createdMs: nowMs,
      modifiedMs: nowMs,
      dueMs: firstDueMs(wanted, nowMs),
    });
    return { ScheduleArn: arnOf(wanted) };
  }

  /** Replaces everything: what the request leaves out goes back to its default. */
  update(body: object) {
    const wanted = validate(definition, body);
    const { createdMs } = this.#find(wanted.GroupName, wanted.Name);
    const nowMs = this.#options.now();
    this.#save({ definition: wanted, createdMs, modifiedMs: nowMs, dueMs: firstDueMs(wanted, nowMs) });
    return { ScheduleArn: arnOf(wanted) };
  }

  get(name: string, group = 'default') {
    return describe(this.#find(group, name));
  }

  delete(name: string, group = 'default') {
    this.#find(group, name);
    this.#remove(group, name);
    return {};
  }

  list(query: object) {
    return pageOf(this.#options.store.all(), validate(listQuery, query));
  }

  /** Stops the clock and waits for running invocations; what was not delivered stays due. */
  async close(): Promise<void> {
    this.#alarms.close();
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }

  #find(group: string, name: string): Schedule {
    const found = this.#options.store.get(group, name);
    if (found === undefined) throw notFound(name);
    return found;
  }

  #save(schedule: Schedule): void {
    this.#options.store.put(schedule);
    this.#arm(schedule);
  }

  #remove(group: string, name: string): void {
    this.#options.store.remove(group, name);
    this.#alarms.clear(keyOf(group, name));
  }

  #arm({ definition: { GroupName, Name, State }, dueMs }: Schedule): void {
    const key = keyOf(GroupName, Name);
    if (dueMs === null || State === 'DISABLED' || this.#closing.signal.aborted) this.#alarms.clear(key);
    else this.#alarms.set(key, dueMs);
  }

  #fire(key: string): void {
    const [group = '', name = ''] = key.split('/');
    const schedule = this.#find(group, name);
    if (schedule.dueMs === null) return;
    const run = this.#run(schedule, schedule.dueMs)
      .catch((error: unknown) => console.error(`The end of a run of ${key} could not be recorded.`, error))
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  async #run(schedule: Schedule, dueMs: number): Promise<void> {
    const outcome = await deliver(schedule, dueMs, { ...this.#options, signal: this.#closing.signal });
    const { GroupName, Name, ActionAfterCompletion } = schedule.definition;
    // Changed, deleted or created anew while the target ran: then this run says nothing about what stands there now.
    if (outcome === 'interrupted' || this.#options.store.get(GroupName, Name) !== schedule) return;
    const next = nextDueMs(schedule, this.#options.now());
    if (next === null && ActionAfterCompletion === 'DELETE') this.#remove(GroupName, Name);
    else this.#save({ ...schedule, dueMs: next });
  }
}
