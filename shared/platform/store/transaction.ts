import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { environment } from '../core/environment.ts';
import { conditionFields, isUnused, Taken, type Condition } from './condition.ts';
import { counterUpdate } from './counter.ts';
import * as Table from './port.ts';
import { currentClaim } from './request-claim.ts';
import { Contention, retryContended } from './retry.ts';
import type { Item, Key } from './table.ts';
import { updateFields, type Update } from './update.ts';

type Action = NonNullable<Parameters<typeof Table.transactWrite>[0]['TransactItems']>[number];

/** DynamoDB limits a transaction to this many actions. */
export const MAX_ACTIONS = 100;

/** The cancellation reason of a condition that doesn't hold. */
const CONDITION_FAILED = 'ConditionalCheckFailed';

/** Temporary cancellation reasons. The SDK doesn't retry cancelled transactions, so the attempt must be repeated. */
const TEMPORARY = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** The indexes of the actions that prevented a commit. */
interface Obstacles {
  /** The actions whose conditions don't hold. */
  refused: readonly number[];
  /** The actions that conflict with other transactions or whose items are throttled. */
  held: readonly number[];
}

/** Writes that commit all together or not at all. */
export class Transaction {
  readonly #table = environment().TABLE_NAME;
  readonly #actions: Action[] = [];
  readonly #otherwise: (Condition['otherwise'] | undefined)[] = [];

  get size(): number {
    return this.#actions.length;
  }

  put(item: Item | Key, condition?: Condition): this {
    return this.#add(
      { Put: { TableName: this.#table, Item: { ...item }, ...conditionFields(condition) } },
      condition?.otherwise,
    );
  }

  delete(key: Key, condition?: Condition): this {
    return this.#add(
      { Delete: { TableName: this.#table, Key: { ...key }, ...conditionFields(condition) } },
      condition?.otherwise,
    );
  }

  /** Puts or deletes an item that consists of its key only. */
  set(key: Key, present: boolean): this {
    return present ? this.put(key) : this.delete(key);
  }

  /** Adds to a counter (counter.ts). */
  add(counter: Key, by: number): this {
    return this.update(counter, counterUpdate(by));
  }

  /** Adds an update of an item, which it creates if necessary. */
  update(key: Key, update: Update, condition?: Condition): this {
    return this.#add(
      { Update: { TableName: this.#table, Key: { ...key }, ...updateFields(update, condition) } },
      condition?.otherwise,
    );
  }

  /** Adds a condition on an item that the transaction doesn't write. */
  check(key: Key, condition: Condition): this {
    const action = { TableName: this.#table, Key: { ...key }, ...conditionFields(condition) };
    return this.#add({ ConditionCheck: action }, condition.otherwise);
  }

  /**
   * Commits the transaction. If it has no conditions other than `isUnused`, it depends on nothing that was read, so it is repeated as long as
   * other transactions hold its items.
   * @throws Contention when a version has changed, another transaction holds an item, or the table is throttled; otherwise the `otherwise`
   * error of the first condition that doesn't hold, `Taken` with the messages of all
   */
  async commit(): Promise<void> {
    const send = () =>
      this.#send().catch((error: unknown) => {
        throw error instanceof TransactionCanceledException ? this.#explain(error) : error;
      });
    const depends = this.#otherwise.some(otherwise => otherwise && otherwise !== isUnused.otherwise);
    await (depends ? send() : retryContended(send));
  }

  /**
   * Commits a transaction that creates records. It includes the claim of a request with an Idempotency-Key, which stores `recordId` if it is
   * given. @throws what `commit` throws
   */
  async commitCreation(recordId?: number): Promise<void> {
    const claim = currentClaim();
    const claimed = this.size < MAX_ACTIONS ? claim?.take(recordId) : undefined;
    if (claimed) this.put(claimed.item, claimed.condition);
    try {
      await this.commit();
    } catch (error) {
      if (claimed) claim?.giveBack();
      throw error;
    }
  }

  /**
   * Like `commit`, for independent actions. It names the actions that failed, so that the others can be committed without them.
   * @returns the obstacles, when nothing was written; null after a commit
   */
  async attempt(): Promise<Obstacles | null> {
    try {
      await this.#send();
      return null;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = readCodes(error);
      const findIndexes = (isOne: (code: string) => boolean) =>
        codes.flatMap((code, index) => (isOne(code) ? [index] : []));
      const obstacles = {
        refused: findIndexes(code => code === CONDITION_FAILED),
        held: findIndexes(code => TEMPORARY.has(code)),
      };
      if (obstacles.refused.length + obstacles.held.length === 0) throw error;
      return obstacles;
    }
  }

  /** A call whose answer was lost is retried with the same token, so that its own commit never looks like a conflict. */
  async #send(): Promise<void> {
    await Table.transactWrite({ TransactItems: this.#actions, ClientRequestToken: randomUUID() });
  }

  #add(action: Action, otherwise: Condition['otherwise'] | undefined): this {
    this.#actions.push(action);
    this.#otherwise.push(otherwise);
    return this;
  }

  /** Contention takes precedence over other errors, because conditions on outdated reads mean nothing. */
  #explain(error: TransactionCanceledException): Error {
    const codes = readCodes(error);
    const failures = codes.flatMap((code, index) =>
      code === CONDITION_FAILED ? [this.#otherwise[index]?.()] : [],
    );
    const contended = failures.find(failure => failure instanceof Contention);
    if (contended) return contended;
    if (codes.some(code => TEMPORARY.has(code)))
      return new Contention('The transaction was cancelled for now', { cause: error });
    const first = failures.find(failure => failure !== undefined) ?? error;
    return first instanceof Taken
      ? first.withMessagesOf(failures.filter(failure => failure instanceof Taken))
      : first;
  }
}

function readCodes(error: TransactionCanceledException): string[] {
  return (error.CancellationReasons ?? []).map(reason => reason.Code ?? 'None');
}
