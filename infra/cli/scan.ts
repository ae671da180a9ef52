import * as Table from '../../shared/platform/store/port.ts';
import type { Item } from '../../shared/platform/store/table.ts';

/** Reads the whole table, with or without a filter. AWS charges for all of it either way. */
export async function* scanItems(input: Parameters<typeof Table.scan>[0]): AsyncGenerator<Item> {
  let start: Item | undefined;
  do {
    const page = await Table.scan({ ...input, ExclusiveStartKey: start });
    yield* page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start);
}
