import { type Engine, type Operation, write } from '../commands.ts';
import { readCurrentItem } from '../conditions.ts';
import { type Action, action, database, type Request } from '../dynalite.ts';
import { transactionCapacity } from './capacity.ts';
import { type Part, runAll } from './parts.ts';
import { type ActionName, actionOf, type WriteEntry, writeValidation } from './schema.ts';

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

function partsOf({ TransactItems, ReturnConsumedCapacity }: Request): Part[] {
  return (TransactItems as WriteEntry[]).map(entry => {
    const [name, request] = actionOf(entry);
    return {
      run: runs[name],
      request: { ...request, ...(ReturnConsumedCapacity && { ReturnConsumedCapacity }) },
    };
  });
}

function apply({ store }: Engine, request: Request) {
  const answers = runAll(store, partsOf(request));
  return { ConsumedCapacity: transactionCapacity(request, 'WriteCapacityUnits', answers) };
}

/** Writes all parts or none, in one commit with the client request token. */
export const transactWriteItems: Operation = {
  validation: writeValidation,
  run: write((engine, request, text) =>
    engine.tokens.once(request.ClientRequestToken, text, () => apply(engine, request)),
  ),
};
