import { write, type Operation, type Engine } from '../commands.ts';
import { readCurrentItem } from '../conditions.ts';
import { action, database, type Request, type Action } from '../dynalite/dynalite.ts';
import { runAll, type Answer, type Part } from './parts.ts';
import {
  readValidation,
  getAction,
  writeValidation,
  type ReadEntry,
  type ActionName,
  type WriteEntry,
} from './schema.ts';

const getItem = action('getItem');

function readParts({ TransactItems, ReturnConsumedCapacity }: Request): Part[] {
  return (TransactItems as ReadEntry[]).map(({ Get }) => ({
    run: getItem,
    request: { ...Get, ConsistentRead: true, ...(ReturnConsumedCapacity && { ReturnConsumedCapacity }) },
  }));
}

/** Reads all items in one consistent state. */
export const transactGetItems: Operation = {
  validation: readValidation,
  run: async ({ store, journal }, request) => {
    const answers = await journal.consistently(() => runAll(store, readParts(request)));
    return {
      Responses: answers.map(({ Item }) => (Item ? { Item } : {})),
      ConsumedCapacity: transactionCapacity(request, 'ReadCapacityUnits', answers),
    };
  },
};

const conditionCheck: Action = (store, request, done) => {
  const item = readCurrentItem(store, request);
  const refused = database.checkConditional(request, item);
  if (refused) done(refused);
  else done(null, { ConsumedCapacity: database.addConsumedCapacity(request, false, item) });
};

const runs: Record<ActionName, Action> = {
  Put: action('putItem'),
  Update: action('updateItem'),
  Delete: action('deleteItem'),
  ConditionCheck: conditionCheck,
};

function writeParts({ TransactItems, ReturnConsumedCapacity }: Request): Part[] {
  return (TransactItems as WriteEntry[]).map(entry => {
    const [name, request] = getAction(entry);
    return {
      run: runs[name],
      request: { ...request, ...(ReturnConsumedCapacity && { ReturnConsumedCapacity }) },
    };
  });
}

function apply({ store }: Engine, request: Request) {
  const answers = runAll(store, writeParts(request));
  return { ConsumedCapacity: transactionCapacity(request, 'WriteCapacityUnits', answers) };
}

/** Writes all parts or none, in one commit with the client request token. */
export const transactWriteItems: Operation = {
  validation: writeValidation,
  run: write((engine, request, text) =>
    engine.tokens.once(request.ClientRequestToken, text, () => apply(engine, request)),
  ),
};

/** The consumed capacity per table, in DynamoDB's shape: a transaction costs twice as much as its single operations. */
function transactionCapacity(
  { ReturnConsumedCapacity: detail }: Request,
  units: 'ReadCapacityUnits' | 'WriteCapacityUnits',
  answers: Answer[],
) {
  if (detail !== 'TOTAL' && detail !== 'INDEXES') return undefined;
  const tables = new Map<string, number>();
  for (const { ConsumedCapacity: part } of answers) {
    if (part) tables.set(part.TableName, (tables.get(part.TableName) ?? 0) + 2 * part.CapacityUnits);
  }
  return Array.from(tables, ([TableName, CapacityUnits]) => {
    const total = { CapacityUnits, [units]: CapacityUnits };
    return { TableName, ...total, ...(detail === 'INDEXES' && { Table: total }) };
  });
}
