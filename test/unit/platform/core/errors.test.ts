import { describe, expect, it } from 'vitest';
import * as errors from '../../../../shared/platform/core/errors.ts';
import { errorBody } from '../../../../shared/platform/http/answer.ts';

const CASES: [errors.ApiError, number, string, string[]][] = [
  [
    new errors.InvalidInput(['a: is required', 'b: must be a string']),
    400,
    'invalid_input',
    ['a: is required', 'b: must be a string'],
  ],
  [new errors.MalformedJson(), 400, 'malformed_json', ['The request body is not valid JSON']],
  [
    new errors.MalformedMultipart(),
    400,
    'malformed_multipart',
    ['The request body is not valid multipart/form-data'],
  ],
  [new errors.AlreadyExists('There.'), 400, 'already_exists', ['There.']],
  [new errors.UrlNotAllowed(), 400, 'url_not_allowed', ['This address is not allowed']],
  [new errors.ApiKeyMissing(), 401, 'api_key_missing', ['An API key is required']],
  [new errors.SessionEnded(), 401, 'session_ended', ['The session has ended: sign in again']],
  [new errors.SignInRefused(), 401, 'sign_in_refused', ['The email or the password is not right']],
  [
    new errors.SecondFactorRequired(),
    401,
    'second_factor_required',
    ['This account signs in with its passkey, or with the password and an unused recovery code'],
  ],
  [
    new errors.PasskeyRefused(),
    401,
    'passkey_refused',
    ['The passkey is not known here, or its request has expired: try again'],
  ],
  [
    new errors.SingleSignOnRefused('Your account is banned'),
    403,
    'single_sign_on_refused',
    ['Your account is banned'],
  ],
  [
    new errors.EnrolmentRequired(),
    403,
    'enrolment_required',
    ['Your role needs a second factor: enrol a passkey, or sign in with it'],
  ],
  [
    new errors.InvitationEnded(),
    410,
    'invitation_ended',
    ['This link was used, has expired, or is not for this email: ask for a new one'],
  ],
  [
    new errors.SignInTooOld(),
    403,
    'sign_in_too_old',
    ['This needs a sign-in of the last ten minutes: sign in again'],
  ],
  [
    new errors.CursorExpired(),
    410,
    'cursor_expired',
    ['since: the changes after this cursor are no longer kept; read everything again'],
  ],
  [new errors.ApiKeyInvalid(), 403, 'api_key_invalid', ['API key is not valid']],
  [new errors.Forbidden('No.'), 403, 'forbidden', ['No.']],
  [new errors.NotFound('None.'), 404, 'not_found', ['None.']],
  [
    new errors.MethodNotAllowed('PUT', ['GET', 'POST']),
    405,
    'method_not_allowed',
    ['PUT is not allowed here; allowed: GET, POST'],
  ],
  [new errors.Conflict('Taken.'), 409, 'conflict', ['Taken.']],
  [
    new errors.PreconditionFailed(),
    412,
    'precondition_failed',
    ['The record has changed: If-Match does not match its ETag'],
  ],
  [new errors.TooLarge('Too much.'), 413, 'too_large', ['Too much.']],
  [new errors.UnsupportedMediaType('Text.'), 415, 'unsupported_media_type', ['Text.']],
  [
    new errors.IdempotencyInProgress(),
    409,
    'idempotency_in_progress',
    ['A request with this Idempotency-Key is still being worked on'],
  ],
  [
    new errors.IdempotencyKeyReused(),
    422,
    'idempotency_key_reused',
    ['This Idempotency-Key came with another request before'],
  ],
  [
    new errors.TooManyRequests({ limit: 600, windowS: 60, resetS: 7 }),
    429,
    'too_many_requests',
    ['A key may make 600 requests in 60 seconds'],
  ],
  [new errors.UnprocessableImage('Cut off.'), 422, 'unprocessable_image', ['Cut off.']],
  [new errors.UpstreamFailed(), 502, 'upstream_failed', ['The address could not be fetched']],
  [new errors.Unavailable(), 503, 'unavailable', ['The service is busy; try again in a moment']],
  [new errors.UpstreamTimeout(), 504, 'upstream_timeout', ['The address did not answer in time']],
];

describe('ApiError', () => {
  it.each(CASES)('renders %s with status %i and code %s', (error, status, code, messages) => {
    expect(error.status).toBe(status);
    expect(errorBody(error)).toEqual({ status: { code, messages }, data: null });
  });

  it('has a case here for each of its subclasses', () => {
    const names = Object.keys(errors).filter(name => name !== 'ApiError');
    expect(CASES.map(([error]) => error.name).sort()).toEqual(names.sort());
  });

  it('sends headers that say what the client can do next', () => {
    expect(new errors.ApiKeyMissing().headers).toEqual({ 'www-authenticate': 'Bearer realm="broadsheet"' });
    expect(new errors.MethodNotAllowed('PUT', ['GET', 'POST']).headers).toEqual({ allow: 'GET, POST' });
    expect(new errors.Unavailable().headers).toEqual({ 'retry-after': '1' });
  });
});
