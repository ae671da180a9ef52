import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { Conflict, MalformedJson, Unavailable } from '../../../../shared/platform/core/errors.ts';
import { toApiError } from '../../../../shared/platform/http/failure.ts';

const SECRET = 'arn:aws:dynamodb:eu-west-1:123456789012:table/secret-table';
function aws(name: string, fault: 'client' | 'server' = 'client') {
  return new DynamoDBServiceException({ name, $fault: fault, $metadata: {}, message: SECRET });
}

function withCode(code: string) {
  return Object.assign(new Error(SECRET), { code });
}

describe('toApiError()', () => {
  it('passes API errors through', () => {
    const error = new Conflict('Taken.');
    expect(toApiError(error)).toBe(error);
  });

  it('translates a damaged object to 500, since no retry would change it', () => {
    expect(toApiError(aws('DamagedObject', 'server')).status).toBe(500);
  });

  it('translates an error of the JSON parser to MalformedJson', () => {
    const error = new Error('x', { cause: { package: '@middy/http-json-body-parser', data: SECRET } });
    expect(toApiError(error)).toBeInstanceOf(MalformedJson);
    expect(toApiError(error).cause).toBe(error);
  });

  it.each([
    aws('ProvisionedThroughputExceededException'),
    aws('ThrottlingException'),
    aws('RequestLimitExceeded'),
    aws('TransactionInProgressException'),
    aws('SlowDown'),
    aws('InternalServerError', 'server'),
    aws('SomethingNewThatIsTheirFault', 'server'),
    withCode('ECONNREFUSED'),
    ...['ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN'].map(withCode),
    Object.assign(new Error(SECRET), { name: 'TimeoutError' }),
  ])('translates %s to 503 with Retry-After', error => {
    const shown = toApiError(error);
    expect(shown).toBeInstanceOf(Unavailable);
    expect(shown.headers).toEqual({ 'retry-after': '1' });
    expect(shown.cause).toBe(error);
    expect(shown.messages.join()).not.toContain(SECRET);
  });

  it.each([
    aws('ValidationException'),
    aws('AccessDeniedException'),
    aws('ResourceNotFoundException'),
    new TypeError(SECRET),
    ...[null, 'text', {}, { package: '@middy/other' }].map(cause => new Error(SECRET, { cause })),
    SECRET,
    undefined,
    { message: SECRET },
  ])('translates %s to a neutral 500', error => {
    const shown = toApiError(error);
    expect(shown).toMatchObject({ status: 500, code: 'internal_error' });
    expect(shown.messages).toEqual(['Something went wrong on our side; the x-request-id names this request']);
    expect(shown.cause).toBe(error);
  });
});
