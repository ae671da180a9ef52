import { ApiError, MalformedJson, Unavailable } from '../core/errors.ts';

const BUSY = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
  'SlowDown',
  'TimeoutError',
]);
/** A stored file has a wrong checksum; retrying does not help. */
const DAMAGED = 'DamagedObject';
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN']);

/** Converts any thrown value to an error for clients; `cause` keeps the original for the log. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error)) return internalError(error);
  if (isFromJsonParser(error)) return new MalformedJson({ cause: error });
  return isTransient(error) ? new Unavailable({ cause: error }) : internalError(error);
}

/** Whether a retry may succeed: the service behind is throttling, failing or unreachable. */
function isTransient(error: Error): boolean {
  return (
    BUSY.has(error.name) ||
    UNREACHABLE.has(readProperty(error, 'code')) ||
    (readProperty(error, '$fault') === 'server' && error.name !== DAMAGED)
  );
}

function internalError(cause: unknown): ApiError {
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

function readProperty(error: object, name: string): string {
  return String(Reflect.get(error, name));
}
