import type { Route } from '../../../functions/runtime/route.ts';
import { PAGE_HEADER, SESSION_COOKIE } from '../../../shared/platform/http/session-cookie.ts';
import { site } from '../../../shared/platform/site/site.ts';

type Requirement = Record<string, readonly string[]>;

/**
 * The ways to send an API key, or the secret of a session. The parameter `api_key` is left out: generated clients would put the key into
 * URLs, which are logged.
 */
export function securitySchemes(): Record<string, object> {
  const { apiKeyHeader } = site();
  return {
    bearer: { type: 'http', scheme: 'bearer', description: 'The API key as `Authorization: Bearer <key>`.' },
    svcauth: {
      type: 'apiKey',
      in: 'header',
      name: 'x-svcauth',
      description: 'The API key alone, as earlier clients send it.',
    },
    ...(apiKeyHeader !== undefined && {
      own: {
        type: 'apiKey',
        in: 'header',
        name: apiKeyHeader,
        description: 'The API key alone, in the header that the site’s settings name.',
      },
    }),
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: SESSION_COOKIE,
      description: `Set by \`POST /api/1.3/sessions\`, for pages of the same host. A key in the request takes precedence. Other methods than GET and HEAD need the header \`${PAGE_HEADER}\` too.`,
    },
  };
}

/** Any of them suffices. */
export function anyKey(): Requirement[] {
  return Object.keys(securitySchemes()).map(name => ({ [name]: [] }));
}

/** Not required where the endpoint is public or the request contains a secret; undefined: the document's default. */
export function listSecurity(row: Pick<Route, 'public' | 'isKeyless'>): Requirement[] | undefined {
  if (row.isKeyless) return [{}];
  return row.public && site().features.publicRead ? [{}, ...anyKey()] : undefined;
}
