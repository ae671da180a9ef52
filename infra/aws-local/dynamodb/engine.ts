import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nowTs, sleep } from '../../../shared/platform/core/clock.ts';
import { toReason } from '../../core/command.ts';
import { checkConstraints, checkTypes, type Engine, type Operation } from './commands.ts';
import { COMMITS_FILE, CommitNumbers } from './commit-numbers.ts';
import { isDiskFault, type Disk } from '../disk.ts';
import type { Level, Request } from './dynalite/dynalite.ts';
import { isAnswerable, ServiceError, unavailable } from './errors.ts';
import { Tokens } from './idempotency.ts';
import { Journal } from './journal.ts';
import { checkSizes } from './operations/limits.ts';
import { openLevel } from './open-level.ts';
import { checkFolder } from './leveldb/check-folder.ts';
import { repairedFolder } from './leveldb/repaired-folder.ts';
import { operations } from './operations/operations.ts';
import type { Execute } from './direct/connect.ts';
import { createStore } from './store.ts';
import { withChecksums } from './storage/checksums.ts';
import { upgradeStorage } from './storage/upgrade.ts';
import { finishTables } from './operations/tables.ts';
import { TimeToLive } from './ttl.ts';

const EXPIRY_INTERVAL_MS = 1000;

function createTaskQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

function parse(raw: string): Request {
  try {
    return JSON.parse(raw) as Request;
  } catch {
    throw new ServiceError('com.amazon.coral.service#SerializationException', {});
  }
}

/** Deletes expired items every second by the service's clock, until the returned function is called. */
function startExpirySweep(engine: Engine) {
  const stopping = new AbortController();
  const sweep = async () => {
    await engine.ttl.deleteExpired(engine.store, nowTs());
    await engine.tokens.forgetExpired();
  };
  const run = async () => {
    for (;;) {
      await sleep(EXPIRY_INTERVAL_MS, stopping.signal);
      // A failure is not reported here: the next write fails in the same way.
      await sweep().catch(() => undefined);
    }
  };
  const running = run().catch(() => undefined);
  return async () => {
    stopping.abort();
    await running;
  };
}

export interface OpenEngine {
  /** Answers a request. `operation` is the name in its target. Rejects with errors in DynamoDB's shape. */
  execute(operation: string, text: string): Promise<unknown>;
  /** Answers a request of this process, which has fields of the right types only. */
  executeTyped: Execute;
  close(): Promise<void>;
}

function requireOperation(name: string): Operation {
  const operation = operations[name];
  if (!operation) throw new ServiceError('com.amazon.coral.service#UnknownOperationException', {});
  return operation;
}

/** @throws Error that names DATA_DIR, the damaged file and the remedy */
async function openDatabase(dir: string | undefined): Promise<Level> {
  const torn = dir === undefined ? [] : checkData(dir);
  const db = await openLevel(dir);
  for (const file of torn)
    console.error(`${file}: the last record was not written to its end, and is dropped.`);
  return db;
}

function checkData(dir: string): string[] {
  if (existsSync(repairedFolder(dir)))
    throw new Error(`DATA_DIR: a repair of ${dir} was interrupted. Finish it: npm run verify -- --repair.`);
  try {
    return checkFolder(dir);
  } catch (error) {
    throw new Error(`DATA_DIR: ${toReason(error)}. Restore a backup, or run npm run verify -- --repair.`, {
      cause: error,
    });
  }
}

export interface EngineOptions {
  /** The folder of the data; undefined keeps it in memory. Only one engine at a time can use a folder. */
  dir?: string | undefined;
  /** Whether an answer to a write waits for the disk. */
  sync?: boolean | undefined;
  /** The disk of the folder, which tells when it can be written again after a failure. */
  disk?: Disk | undefined;
  /** The states that reads see which don't ask for consistency; by default the newest one. Tests show older ones. */
  viewStale?: ((db: Level) => Level) | undefined;
}

const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan']);

function isEventuallyConsistent(name: string, request: Request): boolean {
  const parts = request.RequestItems ? Object.values(request.RequestItems) : [request];
  return READS.has(name) && parts.every(part => part.ConsistentRead !== true);
}

export async function openEngine({ dir, sync = false, disk, viewStale }: EngineOptions): Promise<OpenEngine> {
  const stored = await openDatabase(dir);
  await upgradeStorage(stored);
  // A process does not damage its own memory.
  const db = dir === undefined ? stored : withChecksums(stored);
  const numbers = dir === undefined ? undefined : new CommitNumbers(db, join(dir, COMMITS_FILE), sync);
  const journal = new Journal(db, sync, numbers, error => disk?.note(error));
  // LevelDB's log may end within a record, behind which later ones would be lost: opening the database begins a new log.
  disk?.onRecovery(async () => {
    await db.close();
    await db.open();
    journal.recover();
  });
  const ttl = new TimeToLive(journal, db);
  const store = createStore(journal, db, (table, item) => ttl.note(table, item));
  const engine: Engine = { store, journal, ttl, tokens: new Tokens(journal, db), inTurn: createTaskQueue() };
  await finishTables(engine, db);
  const stopSweeping = startExpirySweep(engine);
  const stale = viewStale?.(db);
  const replica = stale && { ...engine, store: createStore(new Journal(stale), stale, () => undefined) };
  const answer = async (name: string, request: Request, text: () => string): Promise<unknown> => {
    const operation = requireOperation(name);
    const seen = replica && isEventuallyConsistent(name, request) ? replica : engine;
    try {
      checkConstraints(operation.validation, request, store);
      checkSizes(store, request);
      return await operation.run(seen, request, text);
    } catch (error) {
      // Another attempt may succeed, unlike that for a damaged value. DynamoDB's own errors may repeat words of the request.
      throw !isAnswerable(error) && isDiskFault(error) ? unavailable(error) : error;
    }
  };
  return {
    execute: async (name, text) => {
      const request = checkTypes(requireOperation(name).validation, parse(text));
      return await answer(name, request, () => text);
    },
    executeTyped: async (name, request) => await answer(name, request, () => JSON.stringify(request)),
    close: async () => {
      await stopSweeping();
      await journal.committed().catch(() => undefined);
      numbers?.close();
      await db.close();
    },
  };
}
