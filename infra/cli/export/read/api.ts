import { ApiError, NotFound, TooLarge, type Client } from '../../../client/source/index.ts';
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

export interface Page<T> {
  body: T;
  next: { cursor: string; offset: string } | null;
}

export interface PageRequest {
  limit: number;
  cursor?: string;
  offset?: string;
}

/** The statuses of an answer that needs a lost or damaged file, or a text that does not match its record. */
const UNREADABLE = new Set([500, 503]);

/**
 * Reads the pages of a list. A page that is too large for a response, or has an unreadable record, is requested again, record by record.
 * @param askBare asks for a page without what may be unreadable; it fails where the service answers nothing at all
 * @param pass names the record of a page of one that cannot be read
 */
export async function* readPages<T extends readonly unknown[]>(
  ask: (request: PageRequest) => Promise<Page<T>>,
  limit: number,
  askBare: (request: PageRequest) => Promise<Page<readonly unknown[]>>,
  pass: (page: readonly unknown[], error: ApiError) => void,
): AsyncGenerator<T> {
  let next: Page<T>['next'] = null;
  const trail = new PageTrail();
  let singlesLeft = 0;
  for (;;) {
    const request: PageRequest = { ...next, limit: singlesLeft > 0 ? 1 : limit };
    const read = await unlessRefused(ask(request));
    if (read instanceof ApiError && request.limit > 1) {
      if (!(read instanceof TooLarge)) await askBare(request);
      singlesLeft = limit;
      continue;
    }
    const page = read instanceof ApiError ? await askBare(request) : read;
    if (read instanceof ApiError) pass(page.body, read);
    else yield read.body;
    if (page.next === null) return;
    next = trail.follow(page.body, page.next);
    singlesLeft = Math.max(0, singlesLeft - 1);
  }
}

/** @returns the error of a page whose records may be read one by one */
function unlessRefused<T>(page: Promise<T>): Promise<T | ApiError> {
  return page.catch((error: unknown) => {
    if (error instanceof TooLarge) return error;
    if (error instanceof ApiError && UNREADABLE.has(error.status)) return error;
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
