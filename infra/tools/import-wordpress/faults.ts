import { ApiError, Conflict, ConnectionError } from '../../client/source/index.ts';

/** Whether a post of this provider_post_id exists: made in an earlier run, or by another at the same time. */
export function isProviderPostIdTaken(error: unknown): boolean {
  return error instanceof Conflict && error.messages.some(message => message.includes('provider_post_id'));
}

/** Whether the service has too much to do, or is down: it says nothing of what was asked of it. */
export function isBusy(error: unknown): boolean {
  return hasStatus(error, 429, 503);
}

/** A failure of this one record; any other (no connection, a key refused or too weak) would meet every record. */
export function concernsOneRecord(error: unknown): boolean {
  return !(error instanceof ConnectionError) && !hasStatus(error, 401, 403);
}

function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof ApiError && statuses.includes(error.status);
}
