import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { environment } from '../core/environment.ts';
import { database } from './client.ts';
import { adding } from './counter.ts';
import { Contention } from './retry.ts';
import type { Item, Key } from './table.ts';
import type { UnitOfWork } from './unit-of-work.ts';

type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** What must hold of the item as it stands, and the error that says it didn't. */
export interface Condition {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
  otherwise: () => Error;
}

/** DynamoDB's own limit. */
export const MAX_ACTIONS = 100;

/** A condition doesn't hold. */
const REFUSED = 'ConditionalCheckFailed';

/** Nothing is wrong with the transaction itself: the SDK doesn't repeat cancelled ones, so the attempt is to be made again. */
const PASSING = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** The key is free. Ids are drawn at random within a millisecond: one drawn twice makes the attempt start again with another. */
export const isNew: Condition = {
  expression: 'attribute_not_exists(pk)',
  otherwise: () => new Contention('The key exists already'),
};

/** The optimistic lock of a record: it still has the version that was read. */
export function hasVersion(version: number): Condition {
  return {
    expression: '#version = :version',
    names: { '#version': 'version' },
    values: { ':version': version },
    otherwise: () => new Contention('The record has changed since it was read'),
  };
}

/** A single item, whatever is there under its key: for items that only one request ever writes, and writes the same again. */
export async function putItem(item: Item): Promise<void> {
  await database().send(new PutCommand({ TableName: environment().TABLE_NAME, Item: { ...item } }));
}

/** A single item under a condition: half of what a transaction costs. @throws the condition's `otherwise` error, Contention */
export async function putUnder(condition: Condition, item: Item): Promise<void> {
  const put = { TableName: environment().TABLE_NAME, Item: { ...item }, ...asked(condition) };
  try {
    await database().send(new PutCommand(put));
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) throw condition.otherwise();
    if (error instanceof TransactionConflictException)
      throw new Contention('Another transaction holds the item', { cause: error });
    throw error;
  }
}

/** Which actions can't be done, by their places. */
interface Obstacles {
  /** Their conditions don't hold. */
  refused: readonly number[];
  /** Another transaction is about their items, or these are throttled. */
  held: readonly number[];
}

/** Writes that happen together or not at all. */
export class Transaction {
  readonly #table = environment().TABLE_NAME;
  readonly #actions: Action[] = [];
  readonly #otherwise: (Condition['otherwise'] | undefined)[] = [];

  get size(): number {
    return this.#actions.length;
  }

  put(item: Item | Key, condition?: Condition): this {
    return this.#add({ Put: { TableName: this.#table, Item: { ...item }, ...asked(condition) } }, condition);
  }

  delete(key: Key, condition?: Condition): this {
    return this.#add({ Delete: { TableName: this.#table, Key: { ...key }, ...asked(condition) } }, condition);
  }

  /** Makes an item that is nothing but its key be there, or not. */
  set(key: Key, present: boolean): this {
    return present ? this.put(key) : this.delete(key);
  }

  /** Adds to a counter (counter.ts). */
  add(counter: Key, by: number): this {
    const update = { TableName: this.#table, Key: { ...counter }, ...adding(by) };
    return this.#add({ Update: update }, undefined);
  }

  /** Writes nothing, but the transaction fails unless the condition holds. */
  check(key: Key, condition: Condition): this {
    const action = { TableName: this.#table, Key: { ...key }, ...asked(condition) };
    return this.#add({ ConditionCheck: action }, condition);
  }

  /**
   * With the unit of work of a request, the transaction also puts what that must write together with its record.
   * @throws Contention when a version has moved on, another transaction holds one of the items, or the table is throttled;
   * otherwise the `otherwise` error of the first condition that does not hold.
   */
  async commit(unit?: UnitOfWork): Promise<void> {
    const addition = this.size < MAX_ACTIONS ? unit?.take() : undefined;
    if (addition) this.put(addition.item, addition.condition);
    try {
      await this.#send();
    } catch (error) {
      if (addition) unit?.giveBack();
      throw error instanceof TransactionCanceledException ? this.#explain(error) : error;
    }
  }

  /**
   * As `commit`, for actions that have nothing to do with each other: what stands in the way of some may be done without them.
   * @returns what stood in the way, and then nothing was done; null when all is done
   */
  async attempt(): Promise<Obstacles | null> {
    try {
      await this.#send();
      return null;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = codesOf(error);
      const placesOf = (isOne: (code: string) => boolean) =>
        codes.flatMap((code, index) => (isOne(code) ? [index] : []));
      const obstacles = {
        refused: placesOf(code => code === REFUSED),
        held: placesOf(code => PASSING.has(code)),
      };
      if (obstacles.refused.length + obstacles.held.length === 0) throw error;
      return obstacles;
    }
  }

  /** The SDK repeats a call whose answer was lost under the same token, so a commit is never taken for a lost race. */
  async #send(): Promise<void> {
    await database().send(new TransactWriteCommand({ TransactItems: this.#actions }));
  }

  #add(action: Action, condition: Condition | undefined): this {
    this.#actions.push(action);
    this.#otherwise.push(condition?.otherwise);
    return this;
  }

  /** A lost race is told before any other failure: conditions judged on outdated reads mean nothing. */
  #explain(error: TransactionCanceledException): Error {
    const codes = codesOf(error);
    const failures = codes.flatMap((code, index) => (code === REFUSED ? [this.#otherwise[index]?.()] : []));
    const contended = failures.find(failure => failure instanceof Contention);
    if (contended) return contended;
    if (codes.some(code => PASSING.has(code)))
      return new Contention('The transaction was cancelled for now', { cause: error });
    return failures.find(failure => failure !== undefined) ?? error;
  }
}

function codesOf(error: TransactionCanceledException): string[] {
  return (error.CancellationReasons ?? []).map(reason => reason.Code ?? 'None');
}

function asked(condition: Condition): { ConditionExpression: string };
function asked(condition: Condition | undefined): { ConditionExpression?: string };
function asked(condition: Condition | undefined) {
  if (!condition) return {};
  return {
    ConditionExpression: condition.expression,
    ...(condition.names && { ExpressionAttributeNames: condition.names }),
    ...(condition.values && { ExpressionAttributeValues: condition.values }),
  };
}
