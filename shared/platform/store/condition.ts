import { Conflict } from '../core/errors.ts';
import { Contention } from './retry.ts';

export interface Expression {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

/** A condition on the stored item, and the error when it doesn't hold. */
export interface Condition extends Expression {
  otherwise: () => Error;
}

/** The error when another record has a unique value. `kind` says which value. */
export class Taken extends Conflict {
  readonly kind: string;

  constructor(kind: string, messages: string | readonly string[]) {
    super(messages);
    this.kind = kind;
  }

  /** Names all values that others have, so that a client can correct them at once. */
  withMessagesOf(all: readonly Taken[]): Taken {
    return new Taken(this.kind, [...new Set(all.flatMap(({ messages }) => messages))]);
  }
}

/** The key doesn't exist yet. Random ids may collide within a millisecond; a retry then draws another. */
export const isNew: Condition = {
  expression: 'attribute_not_exists(pk)',
  otherwise: () => new Contention('The key exists already'),
};

/** Like `isNew`, for a key with a random part. It depends on nothing that was read, so a transaction without other conditions can be repeated. */
export const isUnused: Condition = {
  expression: 'attribute_not_exists(pk)',
  otherwise: () => new Contention('The key is in use'),
};

/** Optimistic lock: the record still has the version that was read. */
export function hasVersion(version: number): Condition {
  return {
    expression: '#version = :version',
    names: { '#version': 'version' },
    values: { ':version': version },
    otherwise: () => new Contention('The record has changed since it was read'),
  };
}

interface ConditionFields {
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/** A condition as the fields of a DynamoDB request. */
export function conditionFields(condition: Expression): ConditionFields & { ConditionExpression: string };
export function conditionFields(condition: Expression | undefined): ConditionFields;
export function conditionFields(condition: Expression | undefined) {
  if (!condition) return {};
  return {
    ConditionExpression: condition.expression,
    ...(condition.names && { ExpressionAttributeNames: condition.names }),
    ...(condition.values && { ExpressionAttributeValues: condition.values }),
  };
}

/** The item still has this lease's token. Each lease writes a new token, so a worker whose lease was taken over can't write the item. */
export function hasToken(token: string, otherwise: () => Error): Condition {
  return {
    expression: '#token = :token',
    names: { '#token': 'token' },
    values: { ':token': token },
    otherwise,
  };
}
