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
const isPassing = (error: Error): boolean =>
  BUSY.has(error.name) ||
  UNREACHABLE.has(propertyOf(error, 'code')) ||
  propertyOf(error, '$fault') === 'server';

const internal = (cause: unknown): ApiError =>
  new ApiError(
    500,
    'internal_error',
    'Something went wrong on our side; the x-request-id names this request',
    { cause },
  );

const isFromJsonParser = ({ cause }: Error): boolean =>
  typeof cause === 'object' &&
  cause !== null &&
  'package' in cause &&
  cause.package === '@middy/http-json-body-parser';

const propertyOf = (error: object, name: string): string => String(Reflect.get(error, name));
