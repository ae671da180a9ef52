import * as errors from '../../../shared/platform/core/errors.ts';
import { toApiError } from '../../../shared/platform/http/failure.ts';

const INSTANCES = [
  new errors.InvalidInput(['headline: is required', 'tags.3: must be a string']),
  new errors.MalformedJson(),
  new errors.MalformedMultipart(),
  new errors.AlreadyExists('There is an asset of this file already'),
  new errors.UrlNotAllowed(),
  new errors.ApiKeyMissing(),
  new errors.SessionEnded(),
  new errors.SignInRefused(),
  new errors.SecondFactorRequired(),
  new errors.PasskeyRefused(),
  new errors.SingleSignOnRefused('Your account is inactive'),
  new errors.EnrolmentRequired(),
  new errors.ApiKeyInvalid(),
  new errors.SignInTooOld(),
  new errors.Forbidden('This needs the permission publish_post'),
  new errors.NotFound('There is nothing here with this id'),
  new errors.MethodNotAllowed('PATCH', ['GET', 'PUT', 'DELETE']),
  new errors.Conflict('url: another section has it'),
  new errors.IdempotencyInProgress(),
  new errors.CursorExpired(),
  new errors.InvitationEnded(),
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

/** The conditions of each error code, as the reference words them. */
const WHEN = {
  invalid_input: 'the request violates the schema, or refers to a missing record; all faults are listed',
  malformed_json: 'the body is not JSON',
  malformed_multipart: 'the form can’t be parsed',
  already_exists: 'the file already has an asset',
  url_not_allowed: 'the service does not fetch this URL',
  api_key_missing: 'the API key is missing',
  session_ended: 'the session was ended or has expired',
  sign_in_refused: 'there is no active author with this email and password',
  second_factor_required: 'the author has a passkey, and the password came without an unused recovery code',
  passkey_refused: 'the passkey is not known here, or did not sign this request',
  single_sign_on_refused:
    'what the identity provider returned does not count, its email is not verified, or its person may not sign in here',
  enrolment_required:
    'the author may publish, the site demands a second factor of such roles, and the session began without one',
  api_key_invalid: 'the API key is unknown or revoked',
  sign_in_too_old: 'the session began more than ten minutes ago; keys are never refused for this',
  forbidden: 'the key lacks the permission that the message names',
  not_found: 'the record does not exist or was removed',
  method_not_allowed: 'the path has other methods; see `Allow`',
  conflict: 'a unique value is taken, the state doesn’t allow the action, or the upload is missing',
  idempotency_in_progress: 'a request with the same `Idempotency-Key` is still in progress',
  cursor_expired: 'the changes after the cursor are no longer kept: read everything again',
  invitation_ended:
    'the invitation was accepted or has expired, or the author has another email or password by now',
  precondition_failed: '`If-Match` does not match the current version',
  too_large: 'the request, a file or the answer is too large',
  unsupported_media_type:
    'the file’s type is not supported, its content does not match its name or type, or the body is compressed',
  unprocessable_image: 'the image can’t be decoded, has over 100 megapixels, or takes too long to decode',
  idempotency_key_reused: 'the `Idempotency-Key` was used for another request',
  too_many_requests: 'the rate limit is exceeded, or sign-ins have failed too often; see `Retry-After`',
  internal_error: 'an internal error; `x-request-id` identifies the request',
  upstream_failed: 'the URL could not be fetched',
  unavailable: 'the service is overloaded; see `Retry-After`',
  upstream_timeout: 'the URL did not answer in time',
} as const;

export type ErrorCode = keyof typeof WHEN;

export interface DescribedError {
  code: ErrorCode;
  status: number;
  when: string;
  messages: readonly string[];
  /** Names of the response headers of the error. */
  headers: readonly string[];
}

/** Every error that clients may get, in the order of their status. */
export const ERRORS: readonly DescribedError[] = INSTANCES.map(({ code, status, messages, headers }) => {
  if (!isCode(code)) throw new Error(`The reference has no description of ${code}`);
  return { code, status, when: WHEN[code], messages, headers: Object.keys(headers) };
}).sort((a, b) => a.status - b.status);

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(WHEN, code);
}
