import { type Operation, write } from '../commands.ts';
import { readRefusedItem, requireTable, returnOnFailure } from '../conditions.ts';
import {
  type Action,
  action,
  type Request,
  runLater,
  runNow,
  type Store,
  validation,
} from '../dynalite/dynalite.ts';
import { isAnswerable } from '../errors.ts';
import { cutPage } from './limits.ts';
import { describeOversize } from '../size.ts';

function runReturningOldItem(run: Action, store: Store, request: Request): unknown {
  try {
    return runNow(run, store, request);
  } catch (error) {
    const item = readRefusedItem(store, request, error);
    if (item && isAnswerable(error)) error.body.Item = item;
    throw error;
  }
}

/** PutItem, UpdateItem or DeleteItem. All writes of the action, indexes included, are one commit. */
export function writeItem(name: string): Operation {
  const run = action(name);
  const { types, custom } = validation(name);
  return {
    validation: {
      types: { ...types, ...returnOnFailure },
      custom: (request, store) => custom?.(request, store) ?? describeOversize(request.Item),
    },
    run: write(({ store }, request) => runReturningOldItem(run, store, request)),
  };
}

/** Query, with DynamoDB's page size: dynalite counts characters where DynamoDB counts bytes. */
export const query: Operation = {
  validation: validation('query'),
  run: async ({ store }, request) =>
    cutPage(store, request, (await runLater(action('query'), store, request)) as object),
};

const scanValidation = validation('scan');

/** Scan. The first segment of a parallel scan is the whole table, and the others are empty, because keys are not stored by their hash. */
export const scan: Operation = {
  // dynalite drops fields that it has no type for.
  validation: { ...scanValidation, types: { ...scanValidation.types, ConsistentRead: 'Boolean' } },
  run: ({ store }, { Segment, TotalSegments: _total, ...request }) => {
    if (!Segment) return runLater(action('scan'), store, request);
    requireTable(store, request);
    return { Items: [], Count: 0, ScannedCount: 0 };
  },
};
