import { setTimeout } from 'node:timers/promises';
import type { Engine, Operation } from '../commands.ts';
import { action, type Level, runLater, type Table, validation } from '../dynalite/dynalite.ts';
import { within } from '../spaces.ts';
import { decodeJson, encodeJson } from '../storage/codecs.ts';

async function waitForFinalState({ journal }: Engine) {
  // dynalite sets a table's final state in a timer that fires before this one.
  await setTimeout(2);
  await journal.committed();
}

/** CreateTable, UpdateTable, DeleteTable, TagResource, UntagResource. They are answered when the table has its final state. */
export function changeTable(name: string): Operation {
  const run = action(name);
  return {
    validation: validation(name),
    run: (engine, request) =>
      engine.inTurn(async () => {
        const answer = await runLater(run, engine.store, request);
        if (name === 'deleteTable') engine.ttl.forget(request.TableName ?? '');
        await waitForFinalState(engine);
        return answer;
      }),
  };
}

/** Completes table changes that a killed process left half done. */
export async function finishTables(engine: Engine, db: Level): Promise<void> {
  const iterator = db.iterator(within('table~'));
  const tables = (await iterator.nextv(10_000)).map(([, text]) => decodeJson(text) as Table);
  await iterator.close();
  for (const table of tables.filter(({ TableStatus }) => TableStatus !== 'ACTIVE')) {
    if (table.TableStatus === 'DELETING')
      await runLater(action('deleteTable'), engine.store, { TableName: table.TableName });
    else engine.journal.set(`table~${table.TableName}`, encodeJson({ ...table, TableStatus: 'ACTIVE' }));
    await waitForFinalState(engine);
  }
}
