import * as errors from './errors.ts';

const CLASSES = {
  invalid_input: errors.InvalidInput,
  malformed_json: errors.MalformedJson,
  malformed_multipart: errors.MalformedMultipart,
  already_exists: errors.AlreadyExists,
  url_not_allowed: errors.UrlNotAllowed,
  api_key_missing: errors.ApiKeyMissing,
  session_ended: errors.SessionEnded,
  sign_in_refused: errors.SignInRefused,
  second_factor_required: errors.SecondFactorRequired,
  passkey_refused: errors.PasskeyRefused,
  single_sign_on_refused: errors.SingleSignOnRefused,
  enrolment_required: errors.EnrolmentRequired,
  api_key_invalid: errors.ApiKeyInvalid,
  sign_in_too_old: errors.SignInTooOld,
  forbidden: errors.Forbidden,
  not_found: errors.NotFound,
  method_not_allowed: errors.MethodNotAllowed,
  conflict: errors.Conflict,
  idempotency_in_progress: errors.IdempotencyInProgress,
  cursor_expired: errors.CursorExpired,
  invitation_ended: errors.InvitationEnded,
  precondition_failed: errors.PreconditionFailed,
  too_large: errors.TooLarge,
  unsupported_media_type: errors.UnsupportedMediaType,
  unprocessable_image: errors.UnprocessableImage,
  idempotency_key_reused: errors.IdempotencyKeyReused,
  too_many_requests: errors.TooManyRequests,
  upstream_failed: errors.UpstreamFailed,
  upstream_timeout: errors.UpstreamTimeout,
  unavailable: errors.Unavailable,
  internal_error: errors.InternalError,
  unexpected_answer: errors.UnexpectedAnswer,
  upload_refused: errors.UploadRefused,
};

export type ErrorCode = keyof typeof CLASSES;

function isKnown(code: string): code is ErrorCode {
  return Object.hasOwn(CLASSES, code);
}

/** The error for an answer that this service can't have sent, such as a proxy's. */
export function unexpected(message: string, status = 200): errors.ApiError {
  return apiError({ status, code: 'unexpected_answer', messages: [message] });
}

/** Creates the error of the code's class. A code unknown to this client version becomes a plain ApiError. */
export function apiError(refusal: errors.Refusal): errors.ApiError {
  return isKnown(refusal.code) ? new CLASSES[refusal.code](refusal) : new errors.ApiError(refusal);
}
