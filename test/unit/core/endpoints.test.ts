import { describe, expect, it } from 'vitest';
import { explainAt } from '../../../infra/cli/place.ts';
import { explainEndpoint, readEndpoints } from '../../../infra/core/endpoints.ts';
import { setVariables, unsetVariable } from '../../../infra/core/environment.ts';

const refused = (port: number) =>
  Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONNREFUSED', port });
const TABLE = 'AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:9';
const FILES = 'AWS_ENDPOINT_URL_S3=http://127.0.0.1:19';

it('readEndpoints() finds the variables that have an address', () => {
  const variables = {
    AWS_ENDPOINT_URL: 'http://a',
    AWS_ENDPOINT_URL_S3: 'http://b',
    AWS_ENDPOINT_URL_SQS: '',
  };
  expect(readEndpoints({ ...variables, AWS_REGION: 'c' })).toEqual([
    'AWS_ENDPOINT_URL=http://a',
    'AWS_ENDPOINT_URL_S3=http://b',
  ]);
});

describe('explainEndpoint()', () => {
  it('names the variable of the address at which nobody answers', () => {
    const text =
      'No service answers at AWS_ENDPOINT_URL_S3=http://127.0.0.1:19: connect ECONNREFUSED 127.0.0.1:19';
    expect(explainEndpoint(refused(19), [TABLE, FILES])).toBe(text);
  });

  it('names the variable of a host that has no address', () => {
    const error = Object.assign(new Error('getaddrinfo ENOTFOUND a.invalid'), {
      ...{ code: 'ENOTFOUND', hostname: 'a.invalid' },
    });
    expect(explainEndpoint(error, [TABLE, 'AWS_ENDPOINT_URL_S3=http://a.invalid'])).toMatch(
      /^No service answers at AWS_ENDPOINT_URL_S3=http:\/\/a\.invalid: /,
    );
  });

  it('names all of them when the failure tells none, with the code when it has no message', () => {
    const error = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    expect(explainEndpoint(error, [TABLE, FILES])).toBe(
      `No service answers at ${TABLE}, or at ${FILES}: ECONNREFUSED`,
    );
  });

  it('names a variable that is no address', () => {
    const error = Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL' });
    expect(explainEndpoint(error, ['AWS_ENDPOINT_URL_S3=nonsense'])).toBe(
      'AWS_ENDPOINT_URL_S3=nonsense: must be a URL',
    );
  });

  it('says nothing of other failures, and of AWS itself', () => {
    expect(explainEndpoint(new Error('other'), [TABLE])).toBeUndefined();
    expect(explainEndpoint(refused(9), [])).toBeUndefined();
  });
});

it.each([undefined, 'stack'])('commands name it, on a data folder and on a stack: %s', stack => {
  setVariables({ AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://127.0.0.1:9' });
  const text = explainAt(refused(9), { dataDir: '.local', stack, region: undefined });
  unsetVariable('AWS_ENDPOINT_URL_CLOUDFORMATION');
  expect(text).toContain('No service answers at AWS_ENDPOINT_URL_CLOUDFORMATION=http://127.0.0.1:9');
});
