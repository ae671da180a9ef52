import type { Route } from '../../../functions/runtime/route.ts';
import { site } from '../../../shared/platform/site/site.ts';

type Requirement = Record<string, readonly string[]>;

/** The ways to send an API key. */
export function securitySchemes(): Record<string, object> {
  const { apiKeyHeader } = site();
  return {
    bearer: { type: 'http', scheme: 'bearer', description: 'The API key as `Authorization: Bearer <key>`.' },
    svcauth: { type: 'apiKey', in: 'header', name: 'x-svcauth' },
    ...(apiKeyHeader !== undefined && { own: { type: 'apiKey', in: 'header', name: apiKeyHeader } }),
    query: {
      type: 'apiKey',
      in: 'query',
      name: 'api_key',
      description: 'URLs are logged and shared: prefer a header.',
    },
  };
}

/** Any of them suffices. */
export function anyKey(): Requirement[] {
  return Object.keys(securitySchemes()).map(name => ({ [name]: [] }));
}

/** Not required where the endpoint is public or its path contains a secret; undefined: the document's default. */
export function listSecurity(row: Pick<Route, 'public' | 'hasSecretPath'>): Requirement[] | undefined {
  if (row.hasSecretPath) return [{}];
  return row.public && site().features.publicRead ? [{}, ...anyKey()] : undefined;
}
