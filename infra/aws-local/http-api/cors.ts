import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { describeIssues } from '../../../shared/platform/core/faults.ts';
import { UsageError } from '../../core/command.ts';
import { Cors, corsConfiguration, type CorsConfiguration } from '../../stack/cors.ts';
import { isLoopbackOrigin } from '../host.ts';

/** The deployed configuration, or all origins of this machine, on any port. */
export interface LocalCors extends Omit<CorsConfiguration, 'origins'> {
  origins: readonly string[] | 'loopback';
}

const Context = v.object({
  deployment: v.optional(v.object({ dev: v.optional(v.object({ cors: v.optional(Cors, {}) }), {}) }), {}),
});

/**
 * The CORS settings of the stage dev in cdk.json. Where they name no origin, pages of this machine may call the API.
 * @throws UsageError that names the faulty settings
 */
export function readLocalCors(context: object, apiKeyHeader: string | undefined): LocalCors {
  const { success, output, issues } = v.safeParse(Context, context);
  if (!success) throw new UsageError(`cdk.json: ${describeIssues(issues).join('\n')}`);
  const { cors } = output.deployment.dev;
  const configuration = corsConfiguration(cors, apiKeyHeader);
  return cors.origins.length > 0 ? configuration : { ...configuration, origins: 'loopback' };
}

/**
 * Replaces the CORS headers of the function with those of the configuration, as API Gateway does. A preflight keeps the function's
 * status: the route `$default` takes OPTIONS requests too, and API Gateway does not answer them itself.
 *
 * Credentials are never allowed: a page sends its key in a header. Loopback origins are safe against DNS rebinding, because the
 * origin of a rebound page has the page's own host name.
 */
export function applyCors(
  cors: LocalCors,
  { method, headers }: IncomingMessage,
  answered: Record<string, string>,
): Record<string, string> {
  const own = Object.entries(answered).filter(([name]) => !name.toLowerCase().startsWith('access-control-'));
  const { origin, 'access-control-request-method': wanted } = headers;
  const allowed = origin === undefined ? undefined : findAllowedOrigin(cors.origins, origin);
  const isPreflight = method === 'OPTIONS' && wanted !== undefined;
  return {
    ...Object.fromEntries(own),
    ...(allowed !== undefined && { 'access-control-allow-origin': allowed }),
    ...(allowed !== undefined && (isPreflight ? buildPreflightHeaders(cors) : buildResponseHeaders(cors))),
  };
}

function findAllowedOrigin(origins: LocalCors['origins'], origin: string): string | undefined {
  if (origins === 'loopback') return isLoopbackOrigin(origin) ? origin : undefined;
  if (origins.includes('*')) return '*';
  return origins.includes(origin) ? origin : undefined;
}

function buildPreflightHeaders({ methods, sent, maxAgeS }: LocalCors) {
  return {
    'access-control-allow-methods': methods.join(','),
    'access-control-allow-headers': sent.join(','),
    'access-control-max-age': String(maxAgeS),
  };
}

function buildResponseHeaders({ read }: LocalCors) {
  return { 'access-control-expose-headers': read.join(',') };
}
