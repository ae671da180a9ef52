import { NotFound, TooLarge, type Client } from '../../../client/source/index.ts';
import * as v from 'valibot';
import { describeIssues } from '../../../../shared/platform/core/faults.ts';
import { PageTrail } from '../../../client/source/pages.ts';

/** The API with an administrator's key. */
export type Api = Client;

/** Parses an answer, or a part of it. @throws Error that names what is not as this version of the service answers it */
export function parseAnswer<S extends v.GenericSchema>(
  schema: S,
  answer: unknown,
  what: string,
): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, answer);
  if (success) return output;
  throw new Error(
    `The service's answer with ${what} is not in this API's shape: ${describeIssues(issues).join('; ')}`,
  );
}

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
export async function* readPages<T extends readonly unknown[]>(
  ask: (request: PageRequest) => Promise<Page<T>>,
  limit: number,
): AsyncGenerator<T> {
  let next: Page<T>['next'] = null;
  const trail = new PageTrail();
  let singlesLeft = 0;
  for (;;) {
    const request: PageRequest = { ...next, limit: singlesLeft > 0 ? 1 : limit };
    const page: Page<T> | undefined = await unlessTooLarge(ask(request), request.limit > 1);
    if (page) yield page.body;
    if (page?.next === null) return;
    if (page) next = trail.follow(page.body, page.next);
    singlesLeft = page ? Math.max(0, singlesLeft - 1) : limit;
  }
}

function unlessTooLarge<T>(page: Promise<T>, isRetryable: boolean): Promise<T | undefined> {
  return page.catch((error: unknown) => {
    if (isRetryable && error instanceof TooLarge) return undefined;
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
