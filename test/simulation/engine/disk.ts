import { dirname } from 'node:path';
import type { Chance } from './chance.ts';
import { SimulatedStore } from './store.ts';

/** A file, with what of it is on the disk. */
export interface File {
  data: Buffer;
  synced: Buffer;
}

type Entry = File | 'folder';
type Names = Map<string, Entry>;

/** A change of names. Those of one disk reach it in their order, as in a journaling file system. */
interface NameChange {
  folders: string[];
  apply: (names: Names) => void;
}

/** An error of the operating system. */
export class DiskError extends Error {
  readonly code: string;

  constructor(code: string, path: string) {
    super(`${code}: ${EXPLANATIONS[code] ?? 'failed'}, '${path}'`);
    this.code = code;
  }
}

const EXPLANATIONS: Record<string, string> = {
  ENOENT: 'no such file or directory',
  EEXIST: 'file already exists',
  ENOSPC: 'No space left on device',
  EIO: 'Input/output error',
};

/** How often writes and reads fail, from 0 to 1. */
export interface DiskFaults {
  /** The disk is full: every write fails. */
  isFull: boolean;
  failedWrites: number;
  failedReads: number;
}

export const NO_FAULTS: DiskFaults = { isFull: false, failedWrites: 0, failedReads: 0 };

/**
 * A disk with files, folders and ordered stores. What a process has written stays when it is killed; when the power is cut, each file
 * keeps what was synced and any part of the rest, and names keep what was synced and the first of the later changes.
 */
export class Disk {
  faults = { ...NO_FAULTS };
  readonly chance: Chance;
  readonly #stores = new Map<string, SimulatedStore>();
  #names: Names = new Map([['/', 'folder']]);
  #syncedNames: Names = new Map([['/', 'folder']]);
  #changes: NameChange[] = [];

  constructor(chance: Chance) {
    this.chance = chance;
  }

  store(dir: string): SimulatedStore {
    const store = this.#stores.get(dir) ?? new SimulatedStore(this);
    this.#stores.set(dir, store);
    return store;
  }

  /** @throws DiskError when a write fails now */
  checkWrite(path: string): void {
    if (this.faults.isFull) throw new DiskError('ENOSPC', path);
    if (this.chance.happens(this.faults.failedWrites)) throw new DiskError('EIO', path);
  }

  /** @throws DiskError when a read fails now */
  checkRead(path: string): void {
    if (this.chance.happens(this.faults.failedReads)) throw new DiskError('EIO', path);
  }

  find(path: string): Entry | undefined {
    return this.#names.get(path);
  }

  /** @throws DiskError when there is no such file */
  file(path: string): File {
    const entry = this.#names.get(path);
    if (entry === undefined || entry === 'folder') throw new DiskError('ENOENT', path);
    return entry;
  }

  /** A new empty file at this path. @throws DiskError */
  create(path: string): File {
    this.checkWrite(path);
    const file = { data: Buffer.alloc(0), synced: Buffer.alloc(0) };
    this.#change([dirname(path)], names => names.set(path, file));
    return file;
  }

  makeFolder(path: string): void {
    this.checkWrite(path);
    this.#change([dirname(path)], names => names.set(path, 'folder'));
  }

  rename(from: string, to: string): void {
    this.checkWrite(to);
    const entry = this.file(from);
    this.#change([dirname(from), dirname(to)], names => {
      names.delete(from);
      names.set(to, entry);
    });
  }

  remove(path: string): void {
    this.#change([dirname(path)], names => names.delete(path));
  }

  /** The paths of all files and folders below a folder. */
  below(dir: string): string[] {
    return [...this.#names.keys()].filter(path => path.startsWith(`${dir}/`)).sort();
  }

  /** Waits until the names in a folder are on the disk. @throws DiskError */
  syncFolder(dir: string): void {
    this.checkWrite(dir);
    const last = this.#changes.findLastIndex(({ folders }) => folders.includes(dir));
    this.#persist(last + 1);
  }

  /** @throws DiskError */
  syncFile(file: File, path: string): void {
    this.checkWrite(path);
    file.synced = file.data;
  }

  /** When the first batch of a store was written that the last power cut lost, in ms of the simulation. */
  get lostSinceMs(): number {
    return Math.min(...[...this.#stores.values()].map(({ lostSinceMs }) => lostSinceMs));
  }

  /** Brings everything to the disk, as operating systems do after a while. */
  sync(): void {
    this.#persist(this.#changes.length);
    for (const entry of this.#names.values()) if (entry !== 'folder') entry.synced = entry.data;
    for (const store of this.#stores.values()) store.sync();
  }

  /** What the end of the process that used it leaves. */
  endProcess(): void {
    for (const store of this.#stores.values()) store.endProcess();
  }

  /** Loses any part of what was not synced. */
  cutPower(): void {
    this.#persist(this.chance.below(this.#changes.length + 1));
    this.#changes = [];
    this.#names = new Map(this.#syncedNames);
    for (const entry of this.#names.values()) if (entry !== 'folder') this.#tear(entry);
    for (const store of this.#stores.values()) store.cutPower();
  }

  #change(folders: string[], apply: NameChange['apply']): void {
    apply(this.#names);
    this.#changes.push({ folders, apply });
  }

  #persist(count: number): void {
    for (const { apply } of this.#changes.splice(0, count)) apply(this.#syncedNames);
  }

  /** Keeps the synced data, the newer data, or the beginning of that followed by zeros. */
  #tear(file: File): void {
    if (file.data === file.synced) return;
    const kept = this.chance.pick([file.synced, file.data, this.#tornPart(file.data)]);
    file.data = file.synced = kept;
  }

  #tornPart(data: Buffer): Buffer {
    const length = this.chance.below(data.length + 1);
    const hasZeros = this.chance.happens(0.5);
    const part = Buffer.from(data.subarray(0, length));
    return hasZeros ? Buffer.concat([part, Buffer.alloc(data.length - length)]) : part;
  }
}
