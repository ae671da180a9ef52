import { ApiError, MalformedJson, Unavailable } from '../core/errors.ts';

const BUSY = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
  'SlowDown',
  'TimeoutError',
]);
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN']);

/** The one place where anything thrown becomes what a client may see; `cause` keeps the original for the log. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error)) return internal(error);
  if (isFromJsonParser(error)) return new MalformedJson({ cause: error });
  return isPassing(error) ? new Unavailable({ cause: error }) : internal(error);
}

/** Trying again later may help: a service is throttling, out of order or not reached. */
function isPassing(error: Error): boolean {
  return (
    BUSY.has(error.name) ||
    UNREACHABLE.has(propertyOf(error, 'code')) ||
    propertyOf(error, '$fault') === 'server'
  );
}

function internal(cause: unknown): ApiError {
  return new ApiError(
    500,
    'internal_error',
    'Something went wrong on our side; the x-request-id names this request',
    { cause },
  );
}

function isFromJsonParser({ cause }: Error): boolean {
  return (
    typeof cause === 'object' &&
    cause !== null &&
    'package' in cause &&
    cause.package === '@middy/http-json-body-parser'
  );
}

function propertyOf(error: object, name: string): string {
  return String(Reflect.get(error, name));
}
