import type { HttpEvent } from '../../../shared/platform/http/event.ts';

interface Asked {
  method?: string;
  path?: string;
  query?: string;
  headers?: Record<string, string>;
  parameters?: Record<string, string>;
  body?: unknown;
  base64?: boolean;
}

/** API Gateway's event for a request, with defaults for all that a test does not give. */
export function httpEvent({
  method = 'GET',
  path = '/api/1.3/posts',
  query = '',
  headers = {},
  parameters = {},
  body,
  base64 = false,
}: Asked = {}): HttpEvent {
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: query,
    headers,
    pathParameters: parameters,
    requestContext: { requestId: 'the-request', http: { method, path } },
    ...(body !== undefined && { body }),
    isBase64Encoded: base64,
  };
}
