import * as errors from '../../../shared/core/errors.ts';
import { toApiError } from '../../../shared/http/failure.ts';

const INSTANCES = [
  new errors.InvalidInput(['headline: is required', 'tags.3: must be a string']),
  new errors.MalformedJson(),
  new errors.MalformedMultipart(),
  new errors.AlreadyExists('There is an asset of this file already'),
  new errors.UrlNotAllowed(),
  new errors.ApiKeyMissing(),
  new errors.ApiKeyInvalid(),
  new errors.Forbidden('This needs the permission publish_post'),
  new errors.NotFound('There is nothing here with this id'),
  new errors.MethodNotAllowed('PATCH', ['GET', 'PUT', 'DELETE']),
  new errors.Conflict('url: another section has it'),
  new errors.IdempotencyInProgress(),
  new errors.PreconditionFailed(),
  new errors.TooLarge('The request body is over 6 MB'),
  new errors.UnsupportedMediaType('The file is not a JPEG, PNG, GIF, WebP or AVIF image'),
  new errors.UnprocessableImage('The image is damaged'),
  new errors.IdempotencyKeyReused(),
  new errors.TooManyRequests({ limit: 600, windowS: 60, resetS: 7 }),
  toApiError(new Error()),
  new errors.UpstreamFailed(),
  new errors.Unavailable(),
  new errors.UpstreamTimeout(),
] as const;

/** When each code is answered, in the words of the reference. */
const WHEN = {
  invalid_input: 'the request breaks the schema, or names what doesn’t exist; all faults are listed',
  malformed_json: 'the body isn’t JSON',
  malformed_multipart: 'the form can’t be read',
  already_exists: 'there is an asset of this file already',
  url_not_allowed: 'an address that the service won’t fetch',
  api_key_missing: 'no API key',
  api_key_invalid: 'an unknown or revoked API key',
  forbidden: 'the key may not do this; the message names the permission that is missing',
  not_found: 'there is no such record, or it has been removed',
  method_not_allowed: 'the path has other methods, see `Allow`',
  conflict: 'a unique value is taken, the state doesn’t allow it, or an upload isn’t there',
  idempotency_in_progress: 'a request with the same `Idempotency-Key` is still being worked on',
  precondition_failed: '`If-Match` names an older version',
  too_large: 'the request, a file in it or the answer is too large',
  unsupported_media_type:
    'a kind of file that isn’t taken, or content that is not what its name or type says',
  unprocessable_image:
    'an image that doesn’t decode, has over 100 megapixels, or would take seconds to decode',
  idempotency_key_reused: 'the same `Idempotency-Key` came with another request before',
  too_many_requests: 'too many requests for now; see `Retry-After`',
  internal_error: 'a fault on our side; `x-request-id` names the request',
  upstream_failed: 'the address could not be fetched',
  unavailable: 'busy after all retries; see `Retry-After`',
  upstream_timeout: 'the address did not answer in time',
} as const;

export type ErrorCode = keyof typeof WHEN;

export interface DescribedError {
  code: ErrorCode;
  status: number;
  when: string;
  messages: readonly string[];
  /** Names of the headers that it comes with. */
  headers: readonly string[];
}

/** Every error that a client may see, in the order of their status. */
export const ERRORS: readonly DescribedError[] = INSTANCES.map(({ code, status, messages, headers }) => {
  if (!isCode(code)) throw new Error(`The reference says nothing of ${code}`);
  return { code, status, when: WHEN[code], messages, headers: Object.keys(headers) };
}).sort((a, b) => a.status - b.status);

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(WHEN, code);
}
