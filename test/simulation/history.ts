import fc from 'fast-check';
import type { Api, Reply } from '../api/support/client.ts';
import { SUBJECTS } from '../property/history/plans.ts';
import { Recorder } from '../property/history/recorder.ts';
import { requireExplained, type Subject } from '../property/history/subject.ts';
import { World } from '../property/history/world.ts';
import type { Load } from './bundle.ts';
import { createClient } from './client.ts';
import { startDeployment, startNewsroom, type Cluster } from './clusters.ts';
import { Chance } from './engine/chance.ts';
import { Network } from './engine/network.ts';
import { OUTSIDE, Scheduler } from './engine/scheduler.ts';
import type { Machine, SimulatedProcess } from './engine/process.ts';
import { runDynaliteIn } from './modules/dynalite.ts';

const CLUSTERS = { newsroom: startNewsroom, deployment: startDeployment };
/** After this time without faults all work is done: retries, leases, jobs, the next sweep. */
const SETTLING_MS = 90_000;
/** Kills come within this time, in which most calls are. */
const MAX_CALLS_MS = 400;
/** Between two calls of a client. */
const MAX_PAUSE_MS = 30;
const MAX_CLIENTS = 6;
const MAX_TURNS = 10;
const SURVEYOR = 99;

/** What is drawn from a seed. */
interface Plan {
  cluster: keyof typeof CLUSTERS;
  subject: (typeof SUBJECTS)[number];
  clients: readonly (readonly unknown[])[];
  /** The times of kills, in ms after the begin of the calls. */
  kills: number[];
  syncWrites: boolean;
}

export interface HistoryResult {
  seed: number;
  plan: string;
  calls: number;
  answered: number;
  kills: number;

  virtualMs: number;
  tasks: number;
  traceHash: string;
  /** Why the history is wrong; undefined when it is right. */
  failure: string | undefined;
  log: readonly string[];
}

function draw(seed: number, chance: Chance): Plan {
  const subject = chance.pick(SUBJECTS);
  const [clientCount, turns] = [2 + chance.below(MAX_CLIENTS - 1), 3 + chance.below(MAX_TURNS - 2)];
  const intents = fc.sample(subject[1].intent, { seed, numRuns: clientCount * turns });
  const clients = Array.from({ length: clientCount }, (_none, client) =>
    intents.slice(client * turns, (client + 1) * turns),
  );
  return {
    cluster: chance.pick(['newsroom', 'deployment']),
    subject,
    clients,
    kills: Array.from({ length: chance.below(4) }, () => chance.between(0, MAX_CALLS_MS)),
    syncWrites: chance.happens(0.5),
  };
}

/** Runs one history, all of which follows from the seed. */
export async function simulateHistory(load: Load, seed: number): Promise<HistoryResult> {
  const chance = new Chance(seed);
  const scheduler = new Scheduler();
  const machine = { scheduler, chance, network: new Network(scheduler, chance) };
  runDynaliteIn(() => scheduler.current as SimulatedProcess);
  const plan = draw(seed, chance);
  const log: string[] = [];
  const run = new Run(machine, plan);
  const failure = await scheduler.drive(() => run.perform(load, log)).then(() => undefined, explain);
  run.end();
  const { calls } = run;
  return {
    seed,
    plan: `${plan.subject[0]}, ${plan.cluster}, ${plan.kills.length} kills`,
    calls: calls.length,
    answered: calls.filter(({ reply }) => reply !== undefined).length,
    kills: plan.kills.length,
    virtualMs: scheduler.nowMs,
    tasks: scheduler.count,
    traceHash: scheduler.traceHash(),
    failure,
    log,
  };
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? `${error.stack}` : `${error.stack}\n${explain(error.cause)}`;
}

/** One history: concurrent calls while processes are killed, then a survey of everything when nothing fails any more, and the check. */
class Run {
  readonly #machine: Machine;
  readonly #plan: Plan;
  readonly #world: World;
  readonly #subject: Subject<unknown, unknown>;
  readonly #recorder = new Recorder<unknown>();
  #cluster: Cluster | undefined;

  constructor(machine: Machine, plan: Plan) {
    this.#machine = machine;
    this.#plan = plan;
    this.#subject = plan.subject[1];
    this.#world = new World('run');
  }

  get calls() {
    return this.#recorder.calls;
  }

  async perform(load: Load, log: string[]): Promise<void> {
    const { cluster: name, clients, kills, syncWrites } = this.#plan;
    const machine = this.#machine;
    const cluster = (this.#cluster = CLUSTERS[name]({ machine, load, log, syncWrites, powerCuts: 0 }));
    const apis = cluster.ports.map((_port, index) => createClient(machine, cluster, index));
    await this.#waitUntilUp(cluster);
    await this.#subject.setUp(apis[0]!, this.#world);
    const killing = kills.map(async ms => {
      await this.#sleep(ms);
      cluster.kill();
    });
    await Promise.all([
      ...clients.map((intents, client) => this.#act(apis[client % apis.length]!, client, intents)),
      ...killing,
    ]);
    await this.#waitUntilUp(cluster);
    await this.#sleep(SETTLING_MS);
    this.#closeCalls();
    for (const api of apis) await this.#survey(api);
    requireExplained(this.#subject.objects(this.#world, this.calls));
    const disagreements = await cluster.verify();
    if (disagreements.length > 0) throw new Error(`The table disagrees:\n${disagreements.join('\n')}`);
  }

  /** Ends all processes, so that nothing of them stays in memory. */
  end(): void {
    for (const unit of this.#cluster?.units ?? []) unit.kill();
  }

  #sleep(ms: number): Promise<void> {
    return this.#machine.scheduler.sleep(ms, OUTSIDE);
  }

  async #waitUntilUp({ units }: Cluster): Promise<void> {
    for (const unit of units) await unit.waitUntilUp();
  }

  async #act(api: Api, client: number, intents: readonly unknown[]): Promise<void> {
    for (const [turn, intent] of intents.entries()) {
      await this.#sleep(this.#machine.chance.between(0, MAX_PAUSE_MS));
      const value = `${this.calls.length}.${client}.${turn}`;
      await this.#call(api, client, this.#subject.act(this.#world, intent, value));
    }
  }

  /** A call without an answer may have had its effect until now, in a process that outlived the client's connection. */
  #closeCalls(): void {
    const now = Math.max(0, ...this.calls.map(({ end }) => end));
    for (const call of this.calls) if (call.reply === undefined) call.end = now;
  }

  /** Reads everything twice: the second pass reads one by one what the first pass has found. */
  async #survey(api: Api): Promise<void> {
    for (let time = 0; time < 2; time++)
      for (const action of this.#subject.survey(this.#world)) await this.#call(api, SURVEYOR, action);
  }

  async #call(api: Api, client: number, action: unknown): Promise<void> {
    const reply: Reply | undefined = await this.#recorder.record(client, action, () =>
      this.#subject.perform(api, this.#world, action),
    );
    if (reply) this.#subject.learn?.(this.#world, action, reply);
  }
}
