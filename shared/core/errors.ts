import { firstFaults } from './faults.ts';

/** The one tree of errors that a client may see. Everything else becomes a neutral 500 (see functions/runtime/serve.ts). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Human sentences; those about input begin with the field's path. */
  readonly messages: readonly string[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    messages: string | readonly string[],
    options: ErrorOptions & { headers?: Record<string, string> } = {},
  ) {
    const list = typeof messages === 'string' ? [messages] : messages;
    super(list.join('; '), options);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.messages = list;
    this.headers = options.headers ?? {};
  }
}

/** 400: body, path or query breaks the schema, or names what doesn't exist. */
export class InvalidInput extends ApiError {
  /** At most twenty faults are listed, the others counted: those after them, and those that are `unlisted`. */
  constructor(messages: string | readonly string[], options: ErrorOptions & { unlisted?: number } = {}) {
    super(400, 'invalid_input', firstFaults([messages].flat(), options.unlisted), options);
  }
}

/** 400: the body can't be parsed as JSON. */
export class MalformedJson extends ApiError {
  constructor(options?: ErrorOptions) {
    super(400, 'malformed_json', 'The request body is not valid JSON', options);
  }
}

/** 400: the body can't be parsed as multipart/form-data. */
export class MalformedMultipart extends ApiError {
  constructor(options?: ErrorOptions) {
    super(400, 'malformed_multipart', 'The request body is not valid multipart/form-data', options);
  }
}

/** 400: there is an asset of this file already (the interface says 400 here, not 409). */
export class AlreadyExists extends ApiError {
  constructor(message: string) {
    super(400, 'already_exists', message);
  }
}

/** 401: no API key was sent. */
export class ApiKeyMissing extends ApiError {
  constructor() {
    super(401, 'api_key_missing', 'An API key is required', {
      headers: { 'www-authenticate': 'Bearer realm="broadsheet"' },
    });
  }
}

/** 403: the key is unknown or revoked. */
export class ApiKeyInvalid extends ApiError {
  constructor() {
    super(403, 'api_key_invalid', 'API key is not valid');
  }
}

/** 403: the key is known but may not do this; the message names what is lacking. */
export class Forbidden extends ApiError {
  constructor(message: string) {
    super(403, 'forbidden', message);
  }
}

/** 404: unknown or removed resource, or unknown route. */
export class NotFound extends ApiError {
  constructor(message: string) {
    super(404, 'not_found', message);
  }
}

/** 405: the path exists, with other methods. */
export class MethodNotAllowed extends ApiError {
  constructor(method: string, allowed: readonly string[]) {
    const allow = allowed.join(', ');
    super(405, 'method_not_allowed', `${method} is not allowed here; allowed: ${allow}`, {
      headers: { allow },
    });
  }
}

/** 409: a unique value is taken, or the state does not allow the action. */
export class Conflict extends ApiError {
  constructor(message: string) {
    super(409, 'conflict', message);
  }
}

/** 409: the same Idempotency-Key is still being worked on. */
export class IdempotencyInProgress extends ApiError {
  constructor() {
    super(409, 'idempotency_in_progress', 'A request with this Idempotency-Key is still being worked on', {
      headers: { 'retry-after': '1' },
    });
  }
}

/** 422: the same Idempotency-Key came with another request. */
export class IdempotencyKeyReused extends ApiError {
  constructor() {
    super(422, 'idempotency_key_reused', 'This Idempotency-Key came with another request before');
  }
}

/** 412: If-Match does not match the record's ETag. */
export class PreconditionFailed extends ApiError {
  constructor() {
    super(412, 'precondition_failed', 'The record has changed: If-Match does not match its ETag');
  }
}

/** 413: more than the service takes or can send. */
export class TooLarge extends ApiError {
  constructor(message: string) {
    super(413, 'too_large', message);
  }
}

/** 415: a kind of file that is not taken, or content that is not what its name or declared type says. */
export class UnsupportedMediaType extends ApiError {
  constructor(messages: string | readonly string[]) {
    super(415, 'unsupported_media_type', messages);
  }
}

/** 422: the right kind of file, but it doesn't decode, or has too many pixels. */
export class UnprocessableImage extends ApiError {
  constructor(message: string, options?: ErrorOptions) {
    super(422, 'unprocessable_image', message, options);
  }
}

/** 429: the key has made all the requests that it may make for now. */
export class TooManyRequests extends ApiError {
  constructor({ limit, windowS, resetS }: { limit: number; windowS: number; resetS: number }) {
    super(429, 'too_many_requests', `A key may make ${limit} requests in ${windowS} seconds`, {
      headers: { 'retry-after': String(resetS) },
    });
  }
}

/** 503: a backing service is throttling or down, after retries. */
export class Unavailable extends ApiError {
  constructor(options?: ErrorOptions) {
    super(503, 'unavailable', 'The service is busy; try again in a moment', {
      ...options,
      headers: { 'retry-after': '1' },
    });
  }
}

/** 400: an address that is not fetched. One message for every reason, so that it says nothing about what lies inside. */
export class UrlNotAllowed extends ApiError {
  constructor() {
    super(400, 'url_not_allowed', 'This address is not allowed');
  }
}

/** 502: a page or file elsewhere could not be fetched; the message never carries the other side's own words. */
export class UpstreamFailed extends ApiError {
  constructor(message = 'The address could not be fetched', options?: ErrorOptions) {
    super(502, 'upstream_failed', message, options);
  }
}

/** 504: a page or file elsewhere did not arrive in time. */
export class UpstreamTimeout extends ApiError {
  constructor(options?: ErrorOptions) {
    super(504, 'upstream_timeout', 'The address did not answer in time', options);
  }
}
