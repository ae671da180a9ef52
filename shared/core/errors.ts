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

/** The status of each error whose message is written where it is thrown. */
const STATUSES = {
  /** Body, path or query breaks the schema, or names what doesn't exist. */
  invalid_input: 400,
  /** There is an asset of this file already (the interface says 400 here, not 409). */
  already_exists: 400,
  /** The key is known but may not do this; the message names what is lacking. */
  forbidden: 403,
  /** Unknown or removed resource, or unknown route. */
  not_found: 404,
  /** The path exists, with other methods. */
  method_not_allowed: 405,
  /** A unique value is taken, or the state does not allow the action. */
  conflict: 409,
  /** More than the service takes or can send. */
  too_large: 413,
  /** A kind of file that is not taken, or content that is not what its name or declared type says. */
  unsupported_media_type: 415,
  /** The right kind of file, but it doesn't decode, or has too many pixels. */
  unprocessable_image: 422,
  /** The key has made all the requests that it may make for now. */
  too_many_requests: 429,
  /** A page or file elsewhere could not be fetched; the message never carries the other side's own words. */
  upstream_failed: 502,
} as const;

const RETRY_SOON = { 'retry-after': '1' };

/** The errors that always have the same message: status, message and headers. */
const FIXED = {
  malformed_json: [400, 'The request body is not valid JSON'],
  malformed_multipart: [400, 'The request body is not valid multipart/form-data'],
  /** One message for every reason, so that it says nothing about the network inside. */
  url_not_allowed: [400, 'This address is not allowed'],
  api_key_missing: [401, 'An API key is required', { 'www-authenticate': 'Bearer realm="broadsheet"' }],
  /** Unknown or revoked. */
  api_key_invalid: [403, 'API key is not valid'],
  idempotency_in_progress: [409, 'A request with this Idempotency-Key is still being worked on', RETRY_SOON],
  precondition_failed: [412, 'The record has changed: If-Match does not match its ETag'],
  idempotency_key_reused: [422, 'This Idempotency-Key came with another request before'],
  /** A backing service is throttling or down, after retries. */
  unavailable: [503, 'The service is busy; try again in a moment', RETRY_SOON],
  upstream_timeout: [504, 'The address did not answer in time'],
} as const satisfies Record<string, readonly [number, string, Record<string, string>?]>;

function written(code: keyof typeof STATUSES) {
  return class extends ApiError {
    constructor(messages: Messages, options?: Options) {
      super(STATUSES[code], code, messages, options);
    }
  };
}

function fixed(code: keyof typeof FIXED) {
  const [status, message, headers = {}] = FIXED[code];
  return class extends ApiError {
    constructor(options?: ErrorOptions) {
      super(status, code, message, { ...options, headers });
    }
  };
}

export class MalformedJson extends fixed('malformed_json') {}
export class MalformedMultipart extends fixed('malformed_multipart') {}
export class UrlNotAllowed extends fixed('url_not_allowed') {}
export class ApiKeyMissing extends fixed('api_key_missing') {}
export class ApiKeyInvalid extends fixed('api_key_invalid') {}
export class IdempotencyInProgress extends fixed('idempotency_in_progress') {}
export class PreconditionFailed extends fixed('precondition_failed') {}
export class IdempotencyKeyReused extends fixed('idempotency_key_reused') {}
export class Unavailable extends fixed('unavailable') {}
export class UpstreamTimeout extends fixed('upstream_timeout') {}

export class AlreadyExists extends written('already_exists') {}
export class Forbidden extends written('forbidden') {}
export class NotFound extends written('not_found') {}
export class Conflict extends written('conflict') {}
export class TooLarge extends written('too_large') {}
export class UnsupportedMediaType extends written('unsupported_media_type') {}
export class UnprocessableImage extends written('unprocessable_image') {}

export class InvalidInput extends written('invalid_input') {
  /** Lists at most twenty faults and counts the others: those after them, and those that are `unlisted`. */
  constructor(messages: Messages, options: ErrorOptions & { unlisted?: number } = {}) {
    super(firstFaults([messages].flat(), options.unlisted), options);
  }
}

export class MethodNotAllowed extends written('method_not_allowed') {
  constructor(method: string, allowed: readonly string[]) {
    const allow = allowed.join(', ');
    super(`${method} is not allowed here; allowed: ${allow}`, { headers: { allow } });
  }
}

export class TooManyRequests extends written('too_many_requests') {
  constructor({ limit, windowS, resetS }: { limit: number; windowS: number; resetS: number }) {
    const headers = { 'retry-after': String(resetS) };
    super(`A key may make ${limit} requests in ${windowS} seconds`, { headers });
  }
}

export class UpstreamFailed extends written('upstream_failed') {
  constructor(message = 'The address could not be fetched', options?: ErrorOptions) {
    super(message, options);
  }
}
