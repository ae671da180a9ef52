import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Service } from '../../support/processes/service.ts';
import { drawClients, historySeed, SUBJECTS } from './plans.ts';
import { History, type Clients } from './run.ts';
import type { Subject } from './subject.ts';

const seed = historySeed();
interface Phase {
  clients: Clients<unknown>;
  /** The percentage of answered calls after which the test kills the process. */
  killAt: number;
}

/** Always before the last call, so that the kill cuts off at least one. */
function killAfter({ clients, killAt }: Phase): number {
  return Math.max(1, Math.floor((clients.flat().length * killAt) / 100));
}

/** Runs each phase in a process of its own on the same data and kills it; the next process surveys everything. */
async function runWithKills(subject: Subject<unknown, unknown>, phases: readonly Phase[]): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), 'broadsheet-history-'));
  const history = new History(subject);
  let service = new Service({ DATA_DIR: dir });
  try {
    await history.setUp(await service.api(dir));
    for (const phase of phases) {
      const api = await service.api(dir);
      await history.runClients([api], phase.clients, answered => {
        if (answered === killAfter(phase)) service.process.kill('SIGKILL');
      });
      await service.end('SIGKILL');
      service = new Service({ DATA_DIR: dir });
      await history.survey(await service.api(dir));
    }
    history.requireExplained();
    return history.calls.filter(({ reply }) => reply === undefined).length;
  } finally {
    await service.end('SIGKILL');
    await rm(dir, { recursive: true, force: true });
  }
}

it.each(SUBJECTS)(
  'calls about %s are linearizable when the process is killed in between',
  { timeout: 900_000 },
  async (_title, subject) => {
    console.log(`HISTORY_SEED=${seed}`);
    const clients = drawClients(subject, { most: 8, turns: 15 });
    const phase = fc.record({ clients, killAt: fc.integer({ min: 5, max: 90 }) });
    const phases = fc.array(phase, { minLength: 1, maxLength: 3 });
    let cutOff = 0;
    await fc.assert(
      fc.asyncProperty(phases, async drawn => {
        cutOff += await runWithKills(subject, drawn);
      }),
      { seed, numRuns: 4, plugins: [fc.interruptAfterTimeLimit(600_000)] },
    );
    expect(cutOff).toBeGreaterThan(0);
  },
);
