import type { Operation } from '../commands.ts';
import { action, type Request } from '../dynalite.ts';
import { transactionCapacity } from './capacity.ts';
import { type Part, runAll } from './parts.ts';
import { type ReadEntry, readValidation } from './schema.ts';

const run = action('getItem');

function partsOf({ TransactItems, ReturnConsumedCapacity }: Request): Part[] {
  return (TransactItems as ReadEntry[]).map(({ Get }) => ({
    run,
    request: { ...Get, ConsistentRead: true, ...(ReturnConsumedCapacity && { ReturnConsumedCapacity }) },
  }));
}

/** Reads all items in one consistent state. */
export const transactGetItems: Operation = {
  validation: readValidation,
  run: async ({ store, journal }, request) => {
    const answers = await journal.consistently(() => runAll(store, partsOf(request)));
    return {
      Responses: answers.map(({ Item }) => (Item ? { Item } : {})),
      ConsumedCapacity: transactionCapacity(request, 'ReadCapacityUnits', answers),
    };
  },
};
