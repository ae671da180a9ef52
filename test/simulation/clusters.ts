import type { Load } from './bundle.ts';
import type { Roles } from './bundled/entry.ts';
import { Disk } from './engine/disk.ts';
import type { Machine, SimulatedProcess } from './engine/process.ts';
import { Unit } from './engine/unit.ts';

export const ADMIN_KEY = 'simulated-administrator';

/** Two gateways on one table, with everything behind them. */
export interface Cluster {
  readonly disk: Disk;
  readonly units: readonly Unit[];
  /** The ports of the gateways that run. */
  readonly ports: (number | undefined)[];
  /** Ends some processes now; they start again soon. */
  kill: () => void;
  /** Ends all processes that may end. */
  killAll: () => void;
  /** Moves the clock of some processes, on one machine of all. */
  moveClock: (ms: number) => void;
  /** Compares the whole table. @returns a line for each disagreement */
  verify: () => Promise<string[]>;
}

interface ClusterOptions {
  machine: Machine;
  load: Load;
  log: string[];
  syncWrites: boolean;
}

type Functions = ReturnType<Roles['startWorker']>;

/** A process with the functions that events invoke. */
interface Worker extends Functions {
  process: SimulatedProcess;
  verify: Roles['verify'];
}

/** Loads the service in a process, and starts a role of it. */
function startIn<T>(process: SimulatedProcess, load: Load, start: (roles: Roles) => Promise<T>): Promise<T> {
  return process.run('start', async () => await start(load(process)));
}

/** `npm start`, and a second gateway on its engines. All of it ends together: the service has its data to itself. */
export function startNewsroom({ machine, load, log, syncWrites }: ClusterOptions): Cluster {
  const disk = new Disk(machine.chance);
  const ports: Cluster['ports'] = [undefined, undefined];
  let verify: Cluster['verify'] = () => Promise.resolve(['It does not run']);
  const newsroom = new Unit({
    name: 'newsroom',
    machine,
    disk,
    log,
    start: async unit => {
      const service = unit.spawn('service', {});
      const options = { dir: '/data', adminKey: ADMIN_KEY, syncWrites };
      ports[0] = await startIn(service, load, async roles => {
        verify = () => service.run('verify', () => roles.verify());
        return await roles.startService(options);
      });
      const second = unit.spawn('second', { ...service.environment });
      ports[1] = await startIn(second, load, roles => roles.startApi(() => undefined));
    },
    afterKill: () => {
      ports.fill(undefined);
      disk.endProcess();
    },
  });
  return {
    disk,
    units: [newsroom],
    ports,
    kill: () => newsroom.kill(),
    killAll: () => newsroom.kill(),
    moveClock: ms => newsroom.moveClock(ms),
    verify: () => verify(),
  };
}

/** A deployment: gateways and workers that end one by one, on a table that never does. */
export function startDeployment({ machine, load, log }: ClusterOptions): Cluster {
  const { chance, scheduler } = machine;
  const disk = new Disk(chance);
  const common = { machine, disk, log };
  const ports: Cluster['ports'] = [undefined, undefined];
  const workers = new Set<Worker>();
  const pickWorker = (): Worker | undefined => chance.pickAny([...workers]);
  const environment: SimulatedProcess['environment'] = {};

  const invoke =
    (name: 'publish' | 'makeThumbnails'): Functions[typeof name] =>
    async event => {
      const worker = pickWorker();
      if (!worker) throw new Error('No worker runs');
      return await worker.process.run(name, () => worker[name](event));
    };
  const functions = { publish: invoke('publish'), makeThumbnails: invoke('makeThumbnails') };
  const aws = new Unit({
    ...common,
    name: 'aws',
    start: async unit => {
      const process = unit.spawn('aws', environment);
      await startIn(process, load, roles => roles.startAws('/aws', ADMIN_KEY, functions));
    },
  });
  const wake = (): void => {
    const worker = pickWorker();
    if (worker) scheduler.after(chance.between(0.1, 20), worker.process, 'stream', worker.wake);
  };
  const gateways = ports.map(
    (_port, index) =>
      new Unit({
        ...common,
        name: `gateway${index}`,
        start: async unit => {
          await aws.waitUntilUp();
          const process = unit.spawn(`gateway${index}`, { ...environment });
          process.onKill(() => {
            ports[index] = undefined;
          });
          ports[index] = await startIn(process, load, roles => roles.startApi(wake));
        },
      }),
  );
  const supervised = ['worker0', 'worker1'].map(
    name =>
      new Unit({
        ...common,
        name,
        start: async unit => {
          await aws.waitUntilUp();
          const process = unit.spawn(name, { ...environment });
          const worker = await startIn(process, load, roles =>
            Promise.resolve({ process, verify: roles.verify, ...roles.startWorker() }),
          );
          workers.add(worker);
          process.onKill(() => workers.delete(worker));
        },
      }),
  );
  return {
    disk,
    units: [aws, ...gateways, ...supervised],
    ports,
    kill: () => chance.pick([...gateways, ...supervised]).kill(),
    killAll: () => {
      for (const unit of [...gateways, ...supervised]) unit.kill();
    },
    moveClock: ms => chance.pick([...gateways, ...supervised]).moveClock(ms),
    verify: async () => {
      const { process, verify } = pickWorker()!;
      return await process.run('verify', verify);
    },
  };
}
