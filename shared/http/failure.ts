import { ApiError, MalformedJson, Unavailable } from './errors.ts';

const BUSY = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
  'InternalServerError',
  'InternalServerException',
  'ServiceUnavailable',
  'SlowDown',
  'TimeoutError',
]);
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN']);

/** The one place where anything thrown becomes what a client may see; `cause` keeps the original for the log. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error)) return internal(error);
  if (isFromJsonParser(error)) return new MalformedJson({ cause: error });
  if (BUSY.has(error.name) || UNREACHABLE.has(codeOf(error))) return new Unavailable({ cause: error });
  return internal(error);
}

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

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');
