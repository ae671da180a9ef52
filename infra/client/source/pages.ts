import type { Call } from './request.ts';
import type { Send } from './send.ts';
import type { Row } from './table.ts';

/** Yields every entry of a paged list. It requests the next page when the entries of the current one are used up. */
export async function* iterateEntries(send: Send, row: Row, call: Call): AsyncGenerator {
  let { query } = call;
  for (;;) {
    const { body, next } = await send(row, { ...call, query });
    yield* entriesOf(body);
    if (next === null) return;
    query = { ...query, ...next };
  }
}

/** A list is an array, or has its entries in `items`. */
function entriesOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  return typeof body === 'object' && body !== null && 'items' in body ? entriesOf(body.items) : [];
}
