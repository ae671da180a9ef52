import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * As the bucket of the deployment is configured (infra/stack/storage.ts): pages from anywhere may send forms, which the signature in them
 * protects, and nothing else.
 */
export function allowForms({ method, headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin === undefined || (method !== 'OPTIONS' && method !== 'POST')) return;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', 'POST');
  response.setHeader('access-control-allow-headers', '*');
}
