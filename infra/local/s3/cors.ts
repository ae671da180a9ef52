import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Allows pages of every origin to send forms, and nothing else, as the deployed bucket does (infra/stack/storage.ts). The signature
 * in a form protects the bucket.
 */
export function allowForms({ method, headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin === undefined || (method !== 'OPTIONS' && method !== 'POST')) return;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', 'POST');
  response.setHeader('access-control-allow-headers', '*');
}
