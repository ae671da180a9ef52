import * as v from 'valibot';

/** The API refused a request. `messages` are its sentences for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly messages: readonly string[];

  constructor(status: number, code: string, messages: readonly string[], requestId: string | null) {
    const trace = status >= 500 && requestId ? ` (request ${requestId})` : '';
    super(`${status} ${code}: ${messages.join('; ')}${trace}`);
    this.status = status;
    this.code = code;
    this.messages = messages;
  }
}

/** No answer came, whatever was tried: nothing else will go better until the service is back. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

const errorBody = v.object({
  status: v.object({ code: v.string(), messages: v.array(v.string()) }),
});

/** The error in an answer, whose text may also be a gateway's own and in no known shape. */
export function toApiError(response: Response, text: string): ApiError {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), errorBody), text);
  const { code, messages } = parsed.success
    ? parsed.output.status
    : {
        code: 'unexpected_answer',
        messages: [`${response.statusText || 'an answer'}, not in this API's shape`],
      };
  return new ApiError(response.status, code, messages, response.headers.get('x-request-id'));
}

/** Whether a post of this provider_post_id exists: made earlier, or by this request when its first answer was lost. */
export function isProviderPostIdTaken(error: unknown): boolean {
  return isConflict(error) && error.messages.some(message => message.includes('provider_post_id'));
}

export function isConflict(error: unknown): error is ApiError {
  return hasStatus(error, 409);
}

export function isNotFound(error: unknown): error is ApiError {
  return hasStatus(error, 404);
}

/** Whether another host failed the service, which itself is well. */
export function isUpstreamFault({ code }: ApiError): boolean {
  return code === 'upstream_failed' || code === 'upstream_timeout';
}

/** Whether an earlier sending of the same request is still being worked on. */
export function isInProgress({ code }: ApiError): boolean {
  return code === 'idempotency_in_progress';
}

/** Whether the file is an asset of the catalogue already. */
export function isAssetTaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'already_exists';
}

/** Whether the service has too much to do, or is down: it says nothing of what was asked of it. */
export function isBusy(error: unknown): boolean {
  return hasStatus(error, 429) || hasStatus(error, 503);
}

export function isForbidden(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'forbidden';
}

/** A failure of this one record; any other (no connection, a key refused or too weak) would meet every record. */
export function concernsOneRecord(error: unknown): boolean {
  if (error instanceof ConnectionError) return false;
  return !hasStatus(error, 401) && !hasStatus(error, 403);
}

function hasStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}
