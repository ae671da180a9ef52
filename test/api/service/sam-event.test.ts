import { expect, it } from 'vitest';
import { routeList } from '../../../functions/routes/index.ts';
import { serve } from '../../../functions/runtime/serve.ts';
import { createLambdaContext } from '../../../infra/aws-local/http-api/invocation.ts';
import type { HttpEvent } from '../../../shared/platform/http/event.ts';
import { useApi } from '../../support/api/api.ts';

const api = useApi();

/** An event as SAM's local API makes it: header names in their original case, an empty body for none. */
function samEvent(method: string, path: string, body = ''): HttpEvent {
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: '',
    headers: { 'X-Svcauth': api.adminKey, 'Content-Type': 'application/json', Host: '127.0.0.1:3000' },
    requestContext: { requestId: 'sam', http: { method, path } },
    body,
    isBase64Encoded: false,
  };
}

async function call(name: string, event: HttpEvent): Promise<{ status: number; body: any }> {
  const route = routeList.find(row => row.name === name)!;
  const { statusCode, body } = await serve(route, (await route.load()).default)(
    event,
    createLambdaContext('sam', 29),
  );
  return { status: statusCode, body: JSON.parse(body) };
}

it('an endpoint under SAM’s local API reads headers in any case of their names', async () => {
  const made = await call(
    'tags/create',
    samEvent('POST', '/api/1.3/tags', '{"title": "Ferry", "url": "ferry"}'),
  );
  const listed = await call('tags/list', samEvent('GET', '/api/1.3/tags'));

  expect(made).toMatchObject({ status: 200, body: { title: 'Ferry' } });
  expect(listed).toMatchObject({ status: 200, body: [{ title: 'Ferry' }] });
});
