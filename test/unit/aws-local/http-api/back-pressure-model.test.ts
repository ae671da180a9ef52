import { describe, expect, it } from 'vitest';
import { BackPressure } from '../../../../infra/aws-local/http-api/back-pressure.ts';

/** The promise of the service, and the time that a search takes to see the last batch. */
const SEARCHABLE_WITHIN_S = 30;
/** The worker's batch, and the smallest one after which it measures. */
const BATCH = 100;
const FULL_BATCH = 50;
/** The time of a write without delay, if the processor were its own. */
const WRITE_MS = 20;

interface Model {
  connections: number;
  /** Writes per second that the service can do. */
  writeSpeed: number;
  /** Jobs per second while writes run, and while none does. */
  busySpeed: number;
  idleSpeed: number;
  /** How long clients write as fast as they can. */
  loadS: number;
}

/** A clock whose time passes only when every sleeper waits. */
class ModelClock {
  ms = 0;
  readonly #sleepers: { ms: number; wake: () => void }[] = [];

  now = (): number => this.ms;

  sleep = (ms: number): Promise<void> =>
    new Promise(wake => {
      this.#sleepers.push({ ms: this.ms + ms, wake });
    });

  /** Ends the next sleep. @returns false when none is left */
  async advance(): Promise<boolean> {
    // Each promise that follows from a sleep's end has run after a round of the event loop.
    await new Promise(resolve => setImmediate(resolve));
    const [next] = this.#sleepers.sort((one, other) => one.ms - other.ms);
    if (!next) return false;
    this.#sleepers.shift();
    this.ms = next.ms;
    next.wake();
    return true;
  }
}

/** Runs clients and the worker of the outbox in the model's time. @returns the waits of all jobs in seconds, and how many were done in the load */
async function simulate({ connections, writeSpeed, busySpeed, idleSpeed, loadS }: Model) {
  const clock = new ModelClock();
  const pressure = new BackPressure({ clock });
  const jobs: number[] = [];
  const waits: number[] = [];
  let freeFromMs = 0;
  let clients = connections;
  const client = async (): Promise<void> => {
    const connection = {};
    while (clock.ms < loadS * 1000) {
      const isRefused = await pressure.delayWrite({ key: 'key', connection }).then(
        () => false,
        () => true,
      );
      if (isRefused) continue;
      // The service does one write after the other.
      freeFromMs = Math.max(freeFromMs, clock.ms) + 1000 / writeSpeed;
      await clock.sleep(Math.max(WRITE_MS, freeFromMs - clock.ms));
      jobs.push(clock.ms);
    }
    clients--;
  };
  const worker = async (): Promise<void> => {
    while (clients > 0 || jobs.length > 0) {
      const batch = jobs.slice(0, BATCH);
      const beganMs = clock.ms;
      const speed = freeFromMs > clock.ms ? busySpeed : idleSpeed;
      await clock.sleep(50 + (batch.length * 1000) / speed);
      jobs.splice(0, batch.length);
      waits.push(...batch.map(ms => (clock.ms - ms) / 1000));
      if (batch.length >= FULL_BATCH) pressure.addMeasurement(batch.length, clock.ms - beganMs);
      const [oldest = clock.ms] = jobs;
      pressure.setLag(batch.length < FULL_BATCH ? 0 : Math.floor((clock.ms - oldest) / 1000));
    }
  };
  for (let count = 0; count < connections; count++) void client();
  void worker();
  while (await clock.advance());
  return { worstS: Math.max(...waits), perSecond: waits.length / loadS };
}

describe('BackPressure, in a model of clients and worker', () => {
  it.each([8, 64, 100, 500])(
    'lets search find each post of %i connections that write for a minute within half a minute',
    async connections => {
      const { worstS, perSecond } = await simulate({
        connections,
        writeSpeed: 300,
        busySpeed: 40,
        idleSpeed: 150,
        loadS: 60,
      });
      expect(worstS).toBeLessThan(SEARCHABLE_WITHIN_S);
      expect(perSecond).toBeGreaterThan(40);
    },
  );

  it.each([
    ['stops after some seconds', { writeSpeed: 400, busySpeed: 30, idleSpeed: 120, loadS: 8 }],
    [
      'finds an index that is slow without load, too',
      { writeSpeed: 400, busySpeed: 30, idleSpeed: 30, loadS: 60 },
    ],
    [
      'finds an index that is fast without load only',
      { writeSpeed: 200, busySpeed: 40, idleSpeed: 400, loadS: 60 },
    ],
  ])('keeps the promise after an overload that %s', async (_what, model) => {
    const { worstS } = await simulate({ connections: 500, ...model });
    expect(worstS).toBeLessThan(SEARCHABLE_WITHIN_S);
  });
});
