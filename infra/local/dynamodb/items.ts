import { QUOTAS } from '../quotas.ts';
import { type Operation, runLater, runNow, write } from './commands.ts';
import { refusedItem, returnOnFailure } from './conditions.ts';
import { type Action, action, type Request, type Store, validation } from './dynalite.ts';
import { isAnswerable } from './errors.ts';
import { cutPage } from './limits.ts';
import { tooLarge } from './size.ts';

function runShowingRefused(run: Action, store: Store, request: Request): unknown {
  try {
    return runNow(run, store, request);
  } catch (error) {
    const item = refusedItem(store, request, error);
    if (item && isAnswerable(error)) error.body.Item = item;
    throw error;
  }
}

/** PutItem, UpdateItem or DeleteItem: all that the action writes, indexes included, is one commit. */
export function writeItem(name: string): Operation {
  const run = action(name);
  const { types, custom } = validation(name);
  return {
    validation: {
      types: { ...types, ...returnOnFailure },
      custom: (request, store) => custom?.(request, store) ?? tooLarge(request.Item),
    },
    run: write(({ store }, request) => runShowingRefused(run, store, request)),
  };
}

/** BatchWriteItem; one commit too, though the service promises less. */
export const batchWriteItem: Operation = {
  validation: validation('batchWriteItem'),
  run: write(({ store }, request) => runNow(action('batchWriteItem'), store, request)),
};

/** dynalite stops at this and 1 MB more. */
const batchBytes = QUOTAS.batchGetBytes.max - 1024 * 1024;

interface BatchAnswer {
  UnprocessedKeys: Record<string, { Keys: unknown[] }>;
}

/** BatchGetItem. Keys left unprocessed come with the projection they were asked with, which dynalite forgets. */
export const batchGetItem: Operation = {
  validation: validation('batchGetItem'),
  run: async ({ store }, request) => {
    const roomy = { ...store, options: { ...store.options, maxItemSize: batchBytes } };
    const answer = (await runLater(action('batchGetItem'), roomy, request)) as BatchAnswer;
    for (const [table, unprocessed] of Object.entries(answer.UnprocessedKeys)) {
      const { ProjectionExpression, ExpressionAttributeNames } = request.RequestItems?.[table] ?? {};
      Object.assign(unprocessed, { ProjectionExpression, ExpressionAttributeNames });
    }
    return answer;
  },
};

/** Query, in pages as large as the service's: dynalite counts characters where the service counts bytes. */
export const query: Operation = {
  validation: validation('query'),
  run: async ({ store }, request) =>
    cutPage(store, request, (await runLater(action('query'), store, request)) as object),
};
