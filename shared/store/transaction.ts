import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { environment } from '../config/environment.ts';
import { database } from './client.ts';
import { adding } from './counter.ts';
import { Contention } from './retry.ts';
import type { Item, Key } from './table.ts';

type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** What must hold of the item as it stands, and the error that says it didn't. */
export interface Condition {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
  otherwise: () => Error;
}

/** DynamoDB's own limit. */
export const MOST_ACTIONS = 100;

/** Nothing is wrong with the transaction itself: the SDK doesn't repeat cancelled ones, so the attempt is to be made again. */
const PASSING = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** The key is free. Ids are drawn at random within a millisecond: one drawn twice makes the attempt start again with another. */
export const isNew: Condition = {
  expression: 'attribute_not_exists(pk)',
  otherwise: () => new Contention('The key exists already'),
};

/** The optimistic lock of a record: it still has the version that was read. */
export const hasVersion = (version: number): Condition => ({
  expression: '#version = :version',
  names: { '#version': 'version' },
  values: { ':version': version },
  otherwise: () => new Contention('The record has changed since it was read'),
});

/** A single item under a condition: half of what a transaction costs. @throws the condition's `otherwise` error */
export async function putUnder(condition: Condition, item: Item): Promise<void> {
  const put = { TableName: environment().TABLE_NAME, Item: { ...item }, ...asked(condition) };
  try {
    await database().send(new PutCommand(put));
  } catch (error) {
    throw error instanceof ConditionalCheckFailedException ? condition.otherwise() : error;
  }
}

/** Writes that happen together or not at all. */
export class Transaction {
  readonly #actions: Action[] = [];
  readonly #otherwise: (Condition['otherwise'] | undefined)[] = [];

  get size(): number {
    return this.#actions.length;
  }

  put(item: Item | Key, condition?: Condition): this {
    return this.#add(
      { Put: { TableName: environment().TABLE_NAME, Item: { ...item }, ...asked(condition) } },
      condition,
    );
  }

  delete(key: Key, condition?: Condition): this {
    return this.#add(
      { Delete: { TableName: environment().TABLE_NAME, Key: { ...key }, ...asked(condition) } },
      condition,
    );
  }

  /** Makes an item that is nothing but its key be there, or not. */
  set(key: Key, present: boolean): this {
    return present ? this.put(key) : this.delete(key);
  }

  /** Adds to a counter (counter.ts). */
  add(counter: Key, by: number): this {
    const update = { TableName: environment().TABLE_NAME, Key: { ...counter }, ...adding(by) };
    return this.#add({ Update: update }, undefined);
  }

  /** Writes nothing, but the transaction fails unless the condition holds. */
  check(key: Key, condition: Condition): this {
    const action = { TableName: environment().TABLE_NAME, Key: { ...key }, ...asked(condition) };
    return this.#add({ ConditionCheck: action }, condition);
  }

  /**
   * @throws Contention when a version has moved on, another transaction holds one of the items, or the table is throttled;
   * otherwise the `otherwise` error of the first condition that does not hold.
   */
  async commit(): Promise<void> {
    try {
      // The SDK repeats a call whose answer was lost under the same token, so a commit is never taken for a lost race.
      await database().send(new TransactWriteCommand({ TransactItems: this.#actions }));
    } catch (error) {
      throw error instanceof TransactionCanceledException ? this.#explain(error) : error;
    }
  }

  #add(action: Action, condition: Condition | undefined): this {
    this.#actions.push(action);
    this.#otherwise.push(condition?.otherwise);
    return this;
  }

  /** A lost race is told before any other failure: conditions judged on outdated reads mean nothing. */
  #explain(error: TransactionCanceledException): Error {
    const codes = (error.CancellationReasons ?? []).map(reason => reason.Code ?? 'None');
    const failures = codes.flatMap((code, index) =>
      code === 'ConditionalCheckFailed' ? [this.#otherwise[index]?.()] : [],
    );
    const contended = failures.find(failure => failure instanceof Contention);
    if (contended) return contended;
    if (codes.some(code => PASSING.has(code)))
      return new Contention('The transaction was cancelled for now', { cause: error });
    return failures.find(failure => failure !== undefined) ?? error;
  }
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
