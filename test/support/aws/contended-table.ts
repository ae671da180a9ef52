import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { vi } from 'vitest';
import { addLayer } from '../../../shared/platform/store/layers.ts';
import { restoreClock } from '../time/clock.ts';
import { VirtualClock } from '../time/virtual-clock.ts';

/** The times of calls to DynamoDB, from a function in the same region. */
const READ_MS = 5;
const WRITE_MS = 5;
/** A transaction holds its items for the second half of its time. */
const TRANSACTION_MS = 20;

type Input = Record<string, any>;

export interface Measured<T> {
  result: T;
  /** In the time of the clock that stands still while anything is computed. */
  ms: number;
  /** The transactions sent, and those that a conflict or a condition cancelled. */
  transactions: number;
  cancelled: number;
}

/**
 * Runs work on the test's table as it would run against DynamoDB: each call takes its time by a virtual clock, and a transaction
 * that touches an item which another one holds is cancelled, also when it would only check the item. The result depends on neither the
 * machine's speed nor its load.
 */
export async function runContended<T>(work: () => Promise<T>): Promise<Measured<T>> {
  const clock = new VirtualClock();
  const table = new ContendedTable(clock);
  globalThis.broadsheetClock = clock;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock.elapsedMs());
  const remove = table.install();
  try {
    const result = await clock.drive(work, () => table.pending === 0);
    return {
      result,
      ms: clock.elapsedMs(),
      transactions: table.transactions,
      cancelled: table.cancelled,
    };
  } finally {
    remove();
    now.mockRestore();
    restoreClock();
  }
}

class ContendedTable {
  /** Calls that the engine is executing. */
  pending = 0;
  transactions = 0;
  cancelled = 0;
  readonly #clock: VirtualClock;
  readonly #held = new Set<string>();

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  /** @returns a function that takes it out */
  install(): () => void {
    return addLayer(async ({ operation, input }, next) => {
      const execute = async () => {
        this.pending++;
        try {
          return await next();
        } finally {
          this.pending--;
        }
      };
      return await this.#call(operation, input, execute);
    });
  }

  async #call<R>(name: string, input: Input, execute: () => Promise<R>): Promise<R> {
    if (name.startsWith('TransactWrite')) return await this.#transact(input.TransactItems, execute);
    const key = input.Item ?? (/^(Put|Update|Delete)Item/.test(name) ? input.Key : undefined);
    await this.#clock.sleep(key ? WRITE_MS : READ_MS);
    if (key && this.#held.has(keyText(key)))
      throw new TransactionConflictException({
        message: 'Transaction is ongoing for the item',
        $metadata: {},
      });
    return await execute();
  }

  async #transact<R>(actions: readonly Input[], execute: () => Promise<R>): Promise<R> {
    this.transactions++;
    await this.#clock.sleep(TRANSACTION_MS / 2);
    const keys = actions.map(action => keyText(readKey(action)));
    if (keys.some(key => this.#held.has(key))) {
      this.cancelled++;
      throw new TransactionCanceledException({
        message: 'Transaction cancelled',
        $metadata: {},
        CancellationReasons: keys.map(key => ({
          Code: this.#held.has(key) ? 'TransactionConflict' : 'None',
        })),
      });
    }
    for (const key of keys) this.#held.add(key);
    try {
      await this.#clock.sleep(TRANSACTION_MS / 2);
      return await execute();
    } catch (error) {
      this.cancelled++;
      throw error;
    } finally {
      for (const key of keys) this.#held.delete(key);
    }
  }
}

function readKey({ Put, Update, Delete, ConditionCheck }: Input): Input {
  return Put?.Item ?? (Update ?? Delete ?? ConditionCheck).Key;
}

function keyText({ pk, sk }: Input): string {
  return JSON.stringify([pk, sk]);
}
