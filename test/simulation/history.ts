import type { Load } from './bundle.ts';
import { startDeployment, startNewsroom } from './clusters.ts';
import { createMachine, type SimulatedProcess } from './engine/process.ts';
import { runDynaliteIn } from './modules/dynalite.ts';
import { describePlan, drawPlan } from './plan.ts';
import { Run } from './run.ts';

const CLUSTERS = { newsroom: startNewsroom, deployment: startDeployment };

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

/** Runs one history, all of which follows from the seed. */
export async function simulateHistory(load: Load, seed: number): Promise<HistoryResult> {
  const machine = createMachine(seed);
  const { scheduler } = machine;
  runDynaliteIn(() => scheduler.current as SimulatedProcess);
  const plan = drawPlan(seed, machine);
  const log: string[] = [];
  const cluster = CLUSTERS[plan.cluster]({ machine, load, log, syncWrites: plan.syncWrites });
  const run = new Run(machine, cluster, plan);
  const failure = await failOnRejections(() => scheduler.drive(() => run.perform())).then(
    () => undefined,
    explain,
  );
  // Nothing of the processes stays in memory.
  for (const unit of cluster.units) unit.kill();
  return {
    seed,
    plan: describePlan(plan),
    calls: run.calls.length,
    answered: run.calls.filter(({ reply }) => reply !== undefined).length,
    kills: plan.kills.length,
    virtualMs: scheduler.nowMs,
    tasks: scheduler.count,
    traceHash: scheduler.traceHash(),
    failure,
    log,
  };
}

/** An unhandled rejection ends a process of Node.js. */
async function failOnRejections(work: () => Promise<void>): Promise<void> {
  const rejections: unknown[] = [];
  const note = (reason: unknown): unknown => rejections.push(reason);
  process.on('unhandledRejection', note);
  try {
    await work();
  } finally {
    process.off('unhandledRejection', note);
  }
  if (rejections.length > 0) throw new Error('A rejection was not handled', { cause: rejections[0] });
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? `${error.stack}` : `${error.stack}\n${explain(error.cause)}`;
}
