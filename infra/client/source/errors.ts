/** The service refused a request. `messages` are sentences for people; those about input begin with the field's path. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly messages: readonly string[];
  /** Identifies the request in the service's log. */
  readonly requestId: string | null;
  /** The delay before a retry in milliseconds; null when the answer does not say. */
  readonly retryAfter: number | null;
  /** What the service adds to the error, such as the body that another editor has saved. */
  readonly data: unknown;

  constructor({ status, code, messages, requestId = null, retryAfter = null, data = null }: Refusal) {
    const trace = status >= 500 && requestId ? ` (request ${requestId})` : '';
    super(`${status} ${code}: ${messages.join('; ')}${trace}`);
    // The name is derived from the code, because a minifier changes class names: invalid_input is InvalidInput.
    this.name = code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
    this.status = status;
    this.code = code;
    this.messages = messages;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.data = data;
  }
}

export interface Refusal {
  status: number;
  code: string;
  messages: readonly string[];
  requestId?: string | null;
  retryAfter?: number | null;
  data?: unknown;
}

export class InvalidInput extends ApiError {}
export class MalformedJson extends ApiError {}
export class MalformedMultipart extends ApiError {}
export class AlreadyExists extends ApiError {}
export class UrlNotAllowed extends ApiError {}
export class ApiKeyMissing extends ApiError {}
export class SessionEnded extends ApiError {}
export class SignInRefused extends ApiError {}
export class SecondFactorRequired extends ApiError {}
export class PasskeyRefused extends ApiError {}
export class SingleSignOnRefused extends ApiError {}
export class EnrolmentRequired extends ApiError {}
export class ApiKeyInvalid extends ApiError {}
export class SignInTooOld extends ApiError {}
export class Forbidden extends ApiError {}
export class NotFound extends ApiError {}
export class MethodNotAllowed extends ApiError {}
export class Conflict extends ApiError {}
export class IdempotencyInProgress extends ApiError {}
export class CursorExpired extends ApiError {}
export class InvitationEnded extends ApiError {}
export class PreconditionFailed extends ApiError {}
export class TooLarge extends ApiError {}
export class UnsupportedMediaType extends ApiError {}
export class UnprocessableImage extends ApiError {}
export class IdempotencyKeyReused extends ApiError {}
export class TooManyRequests extends ApiError {}
export class UpstreamFailed extends ApiError {}
export class UpstreamTimeout extends ApiError {}
export class Unavailable extends ApiError {}

/** An internal error of the service; `requestId` identifies it in the log. */
export class InternalError extends ApiError {}

/** An answer in another format than this API's: from a proxy, from another service, or from a failing gateway. */
export class UnexpectedAnswer extends ApiError {}

/** The bucket refused a file that was sent with the form of POST /uploads. */
export class UploadRefused extends ApiError {}

/** No complete answer was received in any attempt. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}
