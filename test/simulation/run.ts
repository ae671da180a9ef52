import type { Api, Reply } from '../support/api/client.ts';
import { Recorder, type Call } from '../property/history/recorder.ts';
import { requireExplained } from '../property/history/subject.ts';
import { World } from '../property/history/world.ts';
import { createClient } from './client.ts';
import type { Cluster } from './clusters.ts';
import { NO_FAULTS } from './engine/disk.ts';
import { OUTSIDE } from './engine/scheduler.ts';
import type { Machine } from './engine/process.ts';
import type { Plan } from './plan.ts';

/** After a new start, all leases are taken over and their work is done within this time. */
const RESTART_MS = 10_000;
const SURVEYOR = 99;

/** One history: concurrent calls while things fail, then a survey of everything when nothing fails any more, and the check. */
export class Run {
  readonly #machine: Machine;
  readonly #cluster: Cluster;
  readonly #plan: Plan;
  readonly #world = new World('run');
  readonly #recorder = new Recorder<unknown>();
  /** When each answered call ended, in ms of the simulation. */
  readonly #endsMs = new Map<Call<unknown>, number>();
  /** How many power cuts may have undone answered calls. */
  #losses = 0;
  /** The answered calls that a power cut may have undone. */
  readonly #forgotten = new Set<Call<unknown>>();

  constructor(machine: Machine, cluster: Cluster, plan: Plan) {
    this.#machine = machine;
    this.#cluster = cluster;
    this.#plan = plan;
  }

  get calls() {
    return this.#recorder.calls;
  }

  /** @throws Error that says what is wrong */
  async perform(): Promise<void> {
    const { subject, clients } = this.#plan;
    const apis = this.#cluster.ports.map((_port, index) => createClient(this.#machine, this.#cluster, index));
    await this.#waitUntilUp();
    await subject[1].setUp(apis[0]!, this.#world);
    this.#cluster.disk.sync();
    await Promise.all([
      ...clients.map((intents, client) => this.#act(apis[client % apis.length]!, client, intents)),
      this.#fail(),
    ]);
    await this.#waitUntilUp();
    const aheadMs = this.#plan.clockMoves.reduce((sum, { ms }) => sum + Math.max(0, ms), 0);
    await this.#sleep(this.#plan.settlingMs + aheadMs);
    this.#extendCalls();
    await this.#restart();
    for (const api of apis) await this.#survey(api);
    requireExplained(subject[1].objects(this.#world, this.calls));
    const disagreements = await this.#cluster.verify();
    if (disagreements.length > 0) throw new Error(`The table disagrees:\n${disagreements.join('\n')}`);
  }

  #sleep(ms: number): Promise<void> {
    return this.#machine.scheduler.sleep(ms, OUTSIDE);
  }

  async #waitUntilUp(): Promise<void> {
    for (const unit of this.#cluster.units) await unit.waitUntilUp();
  }

  /** Lets happen what the plan says, and ends all faults. */
  async #fail(): Promise<void> {
    const { kills, clockMoves, lostMessages, failedWrites, failedReads, fullDisk, callsMs } = this.#plan;
    const { network } = this.#machine;
    const { disk } = this.#cluster;
    const at = async (atMs: number, happen: () => void): Promise<void> => {
      await this.#sleep(atMs);
      happen();
    };
    network.faults = { lostRequests: lostMessages / 2, lostAnswers: lostMessages / 2 };
    disk.faults = { isFull: false, failedWrites, failedReads };
    await Promise.all([
      this.#sleep(callsMs),
      ...kills.map(({ atMs, isPowerCut }) => at(atMs, () => this.#kill(isPowerCut))),
      ...clockMoves.map(({ atMs, ms }) => at(atMs, () => this.#cluster.moveClock(ms))),
      ...(fullDisk
        ? [
            at(fullDisk.atMs, () => (disk.faults.isFull = true)),
            at(fullDisk.atMs + fullDisk.forMs, () => (disk.faults.isFull = false)),
          ]
        : []),
    ]);
    network.faults = { lostRequests: 0, lostAnswers: 0 };
    disk.faults = { ...NO_FAULTS };
  }

  /** What was answered is still there after a new start and, when answers wait for the disk, after a power cut. */
  async #restart(): Promise<void> {
    const { syncWrites, cluster } = this.#plan;
    this.#cluster.killAll();
    if (syncWrites && cluster === 'newsroom') this.#cluster.disk.cutPower();
    await this.#waitUntilUp();
    await this.#sleep(RESTART_MS);
  }

  #kill(isPowerCut: boolean): void {
    const { disk } = this.#cluster;
    this.#cluster.kill();
    if (!isPowerCut) return;
    disk.cutPower();
    // Only calls whose changes came after the first lost one may be forgotten, and none when answers wait for the disk.
    if (!this.#plan.syncWrites) this.#forgetAnswersSince(disk.lostSinceMs);
  }

  /** The power cut may have undone calls that had answers. Then they had their effect before it or not at all. */
  #forgetAnswersSince(lostMs: number): void {
    this.#losses++;
    const now = this.#position();
    for (const call of this.calls) {
      if (call.reply === undefined || this.#endsMs.get(call)! < lostMs) continue;
      call.reply = undefined;
      call.end = now;
      this.#forgotten.add(call);
    }
  }

  /** A call without an answer may have its effect in a process that outlives the client's connection. */
  #extendCalls(): void {
    const now = this.#position();
    for (const call of this.calls) if (call.reply === undefined && !this.#forgotten.has(call)) call.end = now;
  }

  #position(): number {
    return Math.max(0, ...this.calls.map(({ end }) => end));
  }

  async #act(api: Api, client: number, intents: readonly unknown[]): Promise<void> {
    for (const [turn, intent] of intents.entries()) {
      await this.#sleep(this.#machine.chance.between(0, this.#plan.pauseMs));
      const value = `${this.calls.length}.${client}.${turn}`;
      await this.#call(api, client, this.#plan.subject[1].act(this.#world, intent, value));
    }
  }

  /** Reads everything twice: the second pass reads one by one what the first pass has found. */
  async #survey(api: Api): Promise<void> {
    const [, subject] = this.#plan.subject;
    for (let time = 0; time < 2; time++)
      for (const action of subject.survey(this.#world)) await this.#call(api, SURVEYOR, action);
  }

  async #call(api: Api, client: number, action: unknown): Promise<void> {
    const [, subject] = this.#plan.subject;
    const losses = this.#losses;
    const reply: Reply | undefined = await this.#recorder.record(client, action, () =>
      subject.perform(api, this.#world, action),
    );
    const call = this.calls.at(-1)!;
    this.#endsMs.set(call, this.#machine.scheduler.nowMs);
    // Its answer may have left before the power cut.
    if (this.#losses > losses) call.reply = undefined;
    if (reply) subject.learn?.(this.#world, action, reply);
  }
}
