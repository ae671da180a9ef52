import { firstFaults } from './faults.ts';

type Messages = string | readonly string[];

interface Options extends ErrorOptions {
  headers?: Record<string, string>;
}

/** The one tree of errors that a client may see. Everything else becomes a neutral 500 (see functions/runtime/serve.ts). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Human sentences; those about input begin with the field's path. */
  readonly messages: readonly string[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, messages: Messages, options: Options = {}) {
    const list = typeof messages === 'string' ? [messages] : messages;
    super(list.join('; '), options);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.messages = list;
    this.headers = options.headers ?? {};
  }
}

// The mark by each of the next two functions lets the bundler leave out the classes that a function does not use.

/** The class of an error whose message is written where it is thrown. */
// @__NO_SIDE_EFFECTS__
function written(status: number, code: string) {
  return class extends ApiError {
    constructor(messages: Messages, options?: Options) {
      super(status, code, messages, options);
    }
  };
}

/** The class of an error that always has the same message. */
// @__NO_SIDE_EFFECTS__
function fixed(status: number, code: string, message: string, headers: Record<string, string> = {}) {
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
const REUSED = 'This Idempotency-Key came with another request before';
const BUSY = 'The service is busy; try again in a moment';
const TIMED_OUT = 'The address did not answer in time';
const SOON = { 'retry-after': '1' };

/** Body, path or query breaks the schema, or names what doesn't exist. */
export class InvalidInput extends written(400, 'invalid_input') {
  /** Lists at most twenty faults and counts the others: those after them, and those that are `unlisted`. */
  constructor(messages: Messages, options: ErrorOptions & { unlisted?: number } = {}) {
    super(firstFaults([messages].flat(), options.unlisted), options);
  }
}
export class MalformedJson extends fixed(400, 'malformed_json', NOT_JSON) {}
export class MalformedMultipart extends fixed(400, 'malformed_multipart', NOT_A_FORM) {}
/** There is an asset of this file already (the interface says 400 here, not 409). */
export class AlreadyExists extends written(400, 'already_exists') {}
/** An address that is not fetched. One message for every reason, so that it says nothing about the network inside. */
export class UrlNotAllowed extends fixed(400, 'url_not_allowed', 'This address is not allowed') {}
export class ApiKeyMissing extends fixed(401, 'api_key_missing', 'An API key is required', CHALLENGE) {}
/** The key is unknown or revoked. */
export class ApiKeyInvalid extends fixed(403, 'api_key_invalid', 'API key is not valid') {}
/** The key is known but may not do this; the message names what is lacking. */
export class Forbidden extends written(403, 'forbidden') {}
/** Unknown or removed resource, or unknown route. */
export class NotFound extends written(404, 'not_found') {}
/** The path exists, with other methods. */
export class MethodNotAllowed extends written(405, 'method_not_allowed') {
  constructor(method: string, allowed: readonly string[]) {
    const allow = allowed.join(', ');
    super(`${method} is not allowed here; allowed: ${allow}`, { headers: { allow } });
  }
}
/** A unique value is taken, or the state does not allow the action. */
export class Conflict extends written(409, 'conflict') {}
export class IdempotencyInProgress extends fixed(409, 'idempotency_in_progress', IN_PROGRESS, SOON) {}
export class PreconditionFailed extends fixed(412, 'precondition_failed', CHANGED) {}
/** More than the service takes or can send. */
export class TooLarge extends written(413, 'too_large') {}
/** A kind of file that is not taken, or content that is not what its name or declared type says. */
export class UnsupportedMediaType extends written(415, 'unsupported_media_type') {}
export class IdempotencyKeyReused extends fixed(422, 'idempotency_key_reused', REUSED) {}
/** The right kind of file, but it doesn't decode, or has too many pixels. */
export class UnprocessableImage extends written(422, 'unprocessable_image') {}
/** The key has made all the requests that it may make for now. */
export class TooManyRequests extends written(429, 'too_many_requests') {
  constructor({ limit, windowS, resetS }: { limit: number; windowS: number; resetS: number }) {
    const headers = { 'retry-after': String(resetS) };
    super(`A key may make ${limit} requests in ${windowS} seconds`, { headers });
  }
}
/** A page or file elsewhere could not be fetched; the message never carries the other side's own words. */
export class UpstreamFailed extends written(502, 'upstream_failed') {
  constructor(message = 'The address could not be fetched', options?: ErrorOptions) {
    super(message, options);
  }
}
/** A backing service is throttling or down, after retries. */
export class Unavailable extends fixed(503, 'unavailable', BUSY, SOON) {}
/** A page or file elsewhere did not arrive in time. */
export class UpstreamTimeout extends fixed(504, 'upstream_timeout', TIMED_OUT) {}
