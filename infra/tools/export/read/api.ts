import { NotFound, TooLarge, type Client } from '../../../client/source/index.ts';

/** The API with an administrator's key. */
export type Api = Client;

interface Page<T> {
  body: T;
  next: { cursor: string; offset: string } | null;
}

interface PageRequest {
  limit: number;
  cursor?: string;
  offset?: string;
}

/** Reads the pages of a list. A page that is too large for a response is requested again, record by record. */
export async function* readPages<T>(
  ask: (wish: PageRequest) => Promise<Page<T>>,
  limit: number,
): AsyncGenerator<T> {
  let next: Page<T>['next'] = null;
  let alone = 0;
  for (;;) {
    const wish: PageRequest = { ...next, limit: alone > 0 ? 1 : limit };
    const page: Page<T> | undefined = await unlessTooLarge(ask(wish), wish.limit > 1);
    if (page) yield page.body;
    if (page?.next === null) return;
    next = page ? page.next : next;
    alone = page ? Math.max(0, alone - 1) : limit;
  }
}

function unlessTooLarge<T>(page: Promise<T>, mayBe: boolean): Promise<T | undefined> {
  return page.catch((error: unknown) => {
    if (mayBe && error instanceof TooLarge) return undefined;
    throw error;
  });
}

/** Returns undefined when the record does not exist. */
export function ifFound<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof NotFound) return undefined;
    throw error;
  });
}
