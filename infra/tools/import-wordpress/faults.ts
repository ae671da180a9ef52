import { ApiError, Conflict, ConnectionError } from '../../client/source/index.ts';

/** Whether a post with this provider_post_id exists, from an earlier run or a concurrent one. */
export function isProviderPostIdTaken(error: unknown): boolean {
  return error instanceof Conflict && error.messages.some(message => message.includes('provider_post_id'));
}

/** Whether the service is overloaded or down, independently of the request. */
export function isBusy(error: unknown): boolean {
  return hasStatus(error, 429, 503);
}

/** Whether the failure concerns only this record; any other (no connection, an invalid key) would fail every record. */
export function concernsOneRecord(error: unknown): boolean {
  return !(error instanceof ConnectionError) && !hasStatus(error, 401, 403);
}

function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof ApiError && statuses.includes(error.status);
}
