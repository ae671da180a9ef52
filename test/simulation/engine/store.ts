import type { Level, LevelChange, Range } from '../../../infra/aws-local/dynamodb/dynalite/dynalite.ts';
import type { Disk, DiskError } from './disk.ts';
import { SortedMap } from './sorted-map.ts';
import type { SimulatedProcess } from './process.ts';

/** A written batch, as the changes that undo it. */
type Undo = [key: string, value: Buffer | undefined][];

interface Write {
  isOver: boolean;
  apply: () => void;
}

/** LevelDB's errors have a text instead of a code. */
function toLevelError({ message }: DiskError): Error {
  return new Error(`IO error: ${message}`);
}

/**
 * An ordered store with synced and unsynced state, in the place of LevelDB: batches are whole or not there; a sync covers all earlier
 * batches; a power cut loses some of the last unsynced ones; behind a batch that failed, later ones are lost when the store is opened again.
 */
export class SimulatedStore {
  readonly #disk: Disk;
  readonly #entries = new SortedMap();
  /** The batches since the last sync. */
  #unsynced: { atMs: number; undo: Undo }[] = [];
  /** How many of the unsynced batches precede a torn record of the log. */
  #tornAt: number | undefined;
  #writes: Write[] = [];
  /** When the first batch was written that the last power cut lost, in ms of the simulation. */
  lostSinceMs = Infinity;

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  sync(): void {
    this.#unsynced = [];
  }

  /** Batches on their way may still be written. */
  endProcess(): void {
    for (const write of this.#writes) if (!write.isOver && this.#disk.chance.happens(0.5)) write.apply();
    this.#writes = [];
    this.#dropTorn();
  }

  cutPower(): void {
    const kept = this.#disk.chance.below(this.#unsynced.length + 1);
    this.lostSinceMs = this.#unsynced[kept]?.atMs ?? Infinity;
    this.#undo(kept);
    this.#unsynced = [];
  }

  /** The store as one process sees it. */
  connect(process: SimulatedProcess, dir: string): Level {
    const finish = (label: string): Promise<void> => process.finish(label);
    return {
      open: async () => {
        await finish('open store');
        // Opening rewrites the log.
        this.#disk.checkWrite(dir);
        this.#dropTorn();
      },
      close: () => finish('close store'),
      getSync: key => {
        this.#checkRead(dir);
        return this.#entries.get(key);
      },
      write: (changes, options) => this.#write(process, dir, changes, options?.sync === true),
      iterator: range => {
        const entries = this.#entries.range(range);
        let position = 0;
        return {
          nextv: async size => {
            await finish('read store');
            this.#checkRead(dir);
            const part = entries.slice(position, position + size);
            position += part.length;
            return part;
          },
          close: () => Promise.resolve(),
        };
      },
      clear: async (range: Range) => {
        const changes = this.#entries.range(range).map(([key]): LevelChange => ({ type: 'del', key }));
        await this.#write(process, dir, changes, false);
      },
      snapshot: () => ({ close: () => Promise.resolve() }),
    };
  }

  async #write(
    process: SimulatedProcess,
    dir: string,
    changes: readonly LevelChange[],
    isSynced: boolean,
  ): Promise<void> {
    const { scheduler } = process.machine;
    const write: Write = {
      isOver: false,
      apply: () => {
        write.isOver = true;
        this.#append(scheduler.nowMs, changes);
        if (isSynced) this.#unsynced = [];
      },
    };
    this.#writes.push(write);
    await process.finish(isSynced ? 'write and sync store' : 'write store');
    this.#writes = this.#writes.filter(one => one !== write);
    try {
      this.#disk.checkWrite(dir);
    } catch (error) {
      this.#fail(write, error as DiskError);
    }
    write.apply();
  }

  #checkRead(dir: string): void {
    try {
      this.#disk.checkRead(dir);
    } catch (error) {
      throw toLevelError(error as DiskError);
    }
  }

  #fail(write: Write, error: DiskError): never {
    // The batch may be in the log without having been synced.
    if (this.#disk.chance.happens(0.3)) write.apply();
    this.#tornAt ??= this.#unsynced.length;
    throw toLevelError(error);
  }

  #append(atMs: number, changes: readonly LevelChange[]): void {
    const undo: Undo = changes.map(({ key }) => [key, this.#entries.get(key)]);
    for (const change of changes)
      this.#entries.set(change.key, change.type === 'put' ? change.value : undefined);
    this.#unsynced.push({ atMs, undo });
  }

  #dropTorn(): void {
    if (this.#tornAt !== undefined) this.#undo(this.#tornAt);
    this.#tornAt = undefined;
  }

  /** Undoes the unsynced batches but the first ones. */
  #undo(kept: number): void {
    for (const { undo } of this.#unsynced.splice(kept).reverse())
      for (const [key, value] of undo.reverse()) this.#entries.set(key, value);
  }
}
