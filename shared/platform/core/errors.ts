import { firstFaults } from './faults.ts';

type Messages = string | readonly string[];

interface Options extends ErrorOptions {
  headers?: Record<string, string>;
  data?: object;
}

/** Base class of all errors that clients see. Any other error becomes a neutral 500 (see functions/runtime/serve.ts). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Sentences for people; those about input begin with the field's path. */
  readonly messages: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** What the client needs to go on. */
  readonly data: object | null;

  constructor(status: number, code: string, messages: Messages, options: Options = {}) {
    const list = typeof messages === 'string' ? [messages] : messages;
    super(list.join('; '), options);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.messages = list;
    this.headers = options.headers ?? {};
    this.data = options.data ?? null;
  }
}

// The annotations of the next two functions let the bundler remove error classes that a Lambda function doesn't use.

/** Makes an error class whose message is given where it is thrown. */
// @__NO_SIDE_EFFECTS__
function errorClass(status: number, code: string) {
  return class extends ApiError {
    constructor(messages: Messages, options?: Options) {
      super(status, code, messages, options);
    }
  };
}

/** Makes an error class with a fixed message. */
// @__NO_SIDE_EFFECTS__
function fixedErrorClass(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
) {
  return class extends ApiError {
    constructor(options?: ErrorOptions) {
      super(status, code, message, { ...options, headers });
    }
  };
}

const NOT_JSON = 'The request body is not valid JSON';
const NOT_A_FORM = 'The request body is not valid multipart/form-data';
const CHALLENGE = { 'www-authenticate': 'Bearer realm="broadsheet"' };
const IN_PROGRESS = 'A request with this Idempotency-Key is still being worked on';
const CHANGED = 'The record has changed: If-Match does not match its ETag';
const EXPIRED = 'since: the changes after this cursor are no longer kept; read everything again';
const REUSED = 'This Idempotency-Key came with another request before';
const BUSY = 'The service is busy; try again in a moment';
const TIMED_OUT = 'The address did not answer in time';
const SOON = { 'retry-after': '1' };

/** Body, path or query violates the schema, or refers to something that doesn't exist. */
export class InvalidInput extends errorClass(400, 'invalid_input') {
  /** Lists at most twenty faults and counts the others, to which `unlisted` is added. */
  constructor(messages: Messages, options: ErrorOptions & { unlisted?: number } = {}) {
    super(firstFaults([messages].flat(), options.unlisted), options);
  }
}
export class MalformedJson extends fixedErrorClass(400, 'malformed_json', NOT_JSON) {}
export class MalformedMultipart extends errorClass(400, 'malformed_multipart') {
  constructor({ message = NOT_A_FORM, ...options }: Options & { message?: string } = {}) {
    super(message, options);
  }
}
/** An asset of this file exists already. The interface defines 400 for this case, not 409. */
export class AlreadyExists extends errorClass(400, 'already_exists') {}
/** An address that the service doesn't fetch. All reasons share one message, which reveals nothing about the internal network. */
export class UrlNotAllowed extends fixedErrorClass(400, 'url_not_allowed', 'This address is not allowed') {}
export class ApiKeyMissing extends fixedErrorClass(
  401,
  'api_key_missing',
  'An API key is required',
  CHALLENGE,
) {}
/** The session was ended, or has expired. */
export class SessionEnded extends fixedErrorClass(
  401,
  'session_ended',
  'The session has ended: sign in again',
  CHALLENGE,
) {}
/** One error for every reason, so that it reveals nothing about the account. */
export class SignInRefused extends fixedErrorClass(
  401,
  'sign_in_refused',
  'The email or the password is not right',
  CHALLENGE,
) {}
/** The password is right, and alone not enough. */
export class SecondFactorRequired extends fixedErrorClass(
  401,
  'second_factor_required',
  'This account signs in with its passkey, or with the password and an unused recovery code',
  CHALLENGE,
) {}
/** One error for every reason: unknown, of another host, not signed here and now, or of an author who is not active. */
export class PasskeyRefused extends fixedErrorClass(
  401,
  'passkey_refused',
  'The passkey is not known here, or its request has expired: try again',
  CHALLENGE,
) {}
/** The provider's answer doesn't count, or its person may not sign in; the message says which, as the provider has proved who it is. */
export class SingleSignOnRefused extends errorClass(403, 'single_sign_on_refused') {}
/** The author may publish, and the session began without the second factor. */
export class EnrolmentRequired extends fixedErrorClass(
  403,
  'enrolment_required',
  'Your role needs a second factor: enrol a passkey, or sign in with it',
) {}
/** One error for every reason, so that it reveals nothing about the account. */
export class InvitationEnded extends fixedErrorClass(
  410,
  'invitation_ended',
  'This link was used, has expired, or is not for this email: ask for a new one',
) {}
/** The key is unknown or revoked. */
export class ApiKeyInvalid extends fixedErrorClass(403, 'api_key_invalid', 'API key is not valid') {}
/** The session is valid, but what it asks for could give its thief the account. */
export class SignInTooOld extends fixedErrorClass(
  403,
  'sign_in_too_old',
  'This needs a sign-in of the last ten minutes: sign in again',
) {}
/** The key is valid but lacks a permission, which the message names. */
export class Forbidden extends errorClass(403, 'forbidden') {}
/** The resource is unknown or removed, or the route is unknown. */
export class NotFound extends errorClass(404, 'not_found') {}
/** The path exists, but not with this method. */
export class MethodNotAllowed extends errorClass(405, 'method_not_allowed') {
  constructor(method: string, allowed: readonly string[]) {
    const allow = allowed.join(', ');
    super(`${method} is not allowed here; allowed: ${allow}`, { headers: { allow } });
  }
}
/** A unique value is taken, or the state does not allow the action. */
export class Conflict extends errorClass(409, 'conflict') {}
export class IdempotencyInProgress extends fixedErrorClass(
  409,
  'idempotency_in_progress',
  IN_PROGRESS,
  SOON,
) {}
/** What followed the cursor is no longer kept: the client reads all again. */
export class CursorExpired extends fixedErrorClass(410, 'cursor_expired', EXPIRED) {}
/** `data` has what was changed, where the client needs it. */
export class PreconditionFailed extends errorClass(412, 'precondition_failed') {
  constructor(messages: Messages = CHANGED, options?: Options) {
    super(messages, options);
  }
}
/** The request or its answer exceeds a size limit. */
export class TooLarge extends errorClass(413, 'too_large') {}
/** The file's format is not accepted, or its content contradicts its name or declared type. */
export class UnsupportedMediaType extends errorClass(415, 'unsupported_media_type') {}
export class IdempotencyKeyReused extends fixedErrorClass(422, 'idempotency_key_reused', REUSED) {}
/** The format is accepted, but the image can't be decoded or has too many pixels. */
export class UnprocessableImage extends errorClass(422, 'unprocessable_image') {}
/** The key has used up its rate limit. */
export class TooManyRequests extends errorClass(429, 'too_many_requests') {
  constructor({ limit, windowS, resetS }: { limit: number; windowS: number; resetS: number }) {
    const headers = { 'retry-after': String(resetS) };
    super(`A key may make ${limit} requests in ${windowS} seconds`, { headers });
  }
}
/** A remote page or file could not be fetched. The message never contains the remote server's text. */
export class UpstreamFailed extends errorClass(502, 'upstream_failed') {
  constructor(message = 'The address could not be fetched', options?: ErrorOptions) {
    super(message, options);
  }
}
/** An AWS service is throttling or failing, even after retries. */
export class Unavailable extends fixedErrorClass(503, 'unavailable', BUSY, SOON) {}
/** A remote page or file did not arrive in time. */
export class UpstreamTimeout extends fixedErrorClass(504, 'upstream_timeout', TIMED_OUT) {}
