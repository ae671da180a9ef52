import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { invokeEndpoint } from '../../../functions/runtime/invoke-endpoint.ts';
import { serveUnknown } from '../../../functions/runtime/not-found.ts';
import { withTrailingSlash } from '../../../functions/runtime/trailing-slash.ts';
import { httpEvent } from '../../support/web/event.ts';

const lambda = mockClient(LambdaClient);
const routes = [
  { name: 'scheduled_posts/get', method: 'GET', path: '/api/1.3/scheduled_posts/{id}' },
] as const;
const handler = withTrailingSlash(routes, invokeEndpoint, serveUnknown(routes));
const asked = httpEvent({ path: '/api/1.3/scheduled_posts/7/', query: 'a=1', headers: { 'x-svcauth': 'k' } });

function answering(payload: object, more: object = {}): void {
  const Payload = Object.assign(Buffer.from(JSON.stringify(payload)), { transformToString: () => '' });
  lambda.on(InvokeCommand).resolves({ Payload, ...more });
}

beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('ENDPOINTS_PREFIX', 'broadsheet-prod');
});
afterEach(() => {
  lambda.reset();
  vi.unstubAllEnvs();
});

describe('deployed function of $default, when a path ends with a slash', () => {
  it('returns what the function of the endpoint answers to the path without it', async () => {
    const result = { statusCode: 404, headers: { 'x-a': 'b' }, body: '{}', isBase64Encoded: false };
    answering(result);
    expect(await handler(asked)).toEqual(result);
    const { FunctionName, Payload } = lambda.commandCalls(InvokeCommand)[0]!.args[0].input;
    expect(FunctionName).toBe('broadsheet-prod-scheduled_posts-get');
    expect(JSON.parse(Buffer.from(Payload as Uint8Array).toString())).toEqual({
      ...httpEvent({ path: '/api/1.3/scheduled_posts/7', query: 'a=1', headers: { 'x-svcauth': 'k' } }),
      routeKey: 'GET /api/1.3/scheduled_posts/{id}',
      pathParameters: { id: '7' },
    });
  });

  it('returns 503 when the function fails, is throttled or answers something else', async () => {
    const unavailable = { statusCode: 503, headers: { 'retry-after': expect.any(String) } };
    answering({ errorMessage: 'x' }, { FunctionError: 'Unhandled' });
    expect(await handler(asked)).toMatchObject(unavailable);
    answering({ statusCode: 'x' });
    expect(await handler(asked)).toMatchObject(unavailable);
    lambda.on(InvokeCommand).rejects(Object.assign(new Error('x'), { name: 'TooManyRequestsException' }));
    expect(await handler(asked)).toMatchObject(unavailable);
  });

  it('returns 404 and 405 without invoking a function', async () => {
    expect((await handler(httpEvent({ path: '/api/1.3/nothing/' }))).statusCode).toBe(404);
    expect(await handler(httpEvent({ method: 'PUT', path: asked.rawPath }))).toMatchObject({
      statusCode: 405,
      headers: { allow: 'GET, HEAD' },
    });
    expect(lambda.commandCalls(InvokeCommand)).toEqual([]);
  });
});
