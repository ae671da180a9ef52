import { readRefusedItem, requireTable } from '../conditions.ts';
import {
  type Action,
  database,
  type Item,
  type Request,
  runNow,
  type Store,
  type Table,
} from '../dynalite/dynalite.ts';
import {
  type CancellationReason,
  errorName,
  isAnswerable,
  transactionCancelled,
  validationError,
} from '../errors.ts';

/** One action of a transaction. */
export interface Part {
  request: Request;
  run: Action;
}
export interface Answer {
  Item?: Item;
  ConsumedCapacity?: { TableName: string; CapacityUnits: number };
}
interface Target extends Part {
  table: Table;
  invalidKey: Error | null | undefined;
}
type Outcome = { answer: Answer } | { reason: CancellationReason };

const codes: Record<string, string> = {
  ConditionalCheckFailedException: 'ConditionalCheckFailed',
  ValidationException: 'ValidationError',
};

function toReason(store: Store, request: Request, error: unknown): CancellationReason {
  const code = isAnswerable(error) ? codes[errorName(error)] : undefined;
  if (!isAnswerable(error) || code === undefined) throw error;
  const item = readRefusedItem(store, request, error);
  return { Code: code, Message: error.message, ...(item && { Item: item }) };
}

function findTarget(store: Store, { request, run }: Part): Target {
  const table = requireTable(store, request);
  const invalidKey = request.Item
    ? database.validateItem(request.Item, table)
    : database.validateKey(request.Key ?? {}, table);
  return { request, run, table, invalidKey };
}

function refuseSecondAction(targets: Target[]) {
  const seen = new Set<string>();
  for (const { request, table, invalidKey } of targets) {
    if (invalidKey) continue;
    const item = `${table.TableName}~${database.createKey(request.Item ?? request.Key ?? {}, table)}`;
    if (seen.has(item))
      throw validationError('Transaction request cannot include multiple operations on one item');
    seen.add(item);
  }
}

function attempt(store: Store, { request, run, invalidKey }: Target): Outcome {
  try {
    if (invalidKey) throw invalidKey;
    return { answer: runNow(run, store, request) as Answer };
  } catch (error) {
    return { reason: toReason(store, request, error) };
  }
}

/**
 * Runs the parts and returns their answers in order. All parts run, so that the error reports every reason. It is thrown to make
 * the journal drop the changes of the other parts.
 */
export function runAll(store: Store, parts: Part[]): Answer[] {
  const targets = parts.map(part => findTarget(store, part));
  refuseSecondAction(targets);
  const outcomes = targets.map(target => attempt(store, target));
  if (outcomes.some(outcome => 'reason' in outcome))
    throw transactionCancelled(
      outcomes.map(outcome => ('reason' in outcome ? outcome.reason : { Code: 'None' })),
    );
  return outcomes.flatMap(outcome => ('answer' in outcome ? [outcome.answer] : []));
}
