import * as v from 'valibot';
import type { ApiClient } from './client.ts';

/** Yields every record of a paged list, page by page; `pageSchema` checks a page and takes the records out of it. */
export async function* listAll<T>(
  client: ApiClient,
  path: string,
  query: Record<string, string>,
  pageSchema: v.GenericSchema<unknown, T[]>,
): AsyncGenerator<T> {
  let cursor: string | null = null;
  do {
    const search = new URLSearchParams(cursor === null ? query : { ...query, cursor });
    const { body, link } = await client.get(`${path}?${search.toString()}`);
    yield* v.parse(pageSchema, body);
    cursor = nextCursor(link);
  } while (cursor !== null);
}

/** Only the cursor is taken from the link: the address that the service knows itself by may not be reachable here. */
function nextCursor(link: string | null): string | null {
  const target = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return target === undefined ? null : new URL(target, 'http://link.invalid').searchParams.get('cursor');
}
