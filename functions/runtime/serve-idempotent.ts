import type { AnyEndpoint } from '../../shared/platform/http/endpoint.ts';
import { claimIdempotencyKey } from '../../shared/platform/idempotency/record.ts';
import { runOnce } from '../../shared/platform/idempotency/run-once.ts';
import type { ServedRoute } from './route.ts';
import { serve, type Serve } from './serve.ts';

/**
 * Like `serve`, for requests that run only once per Idempotency-Key: every POST. It is a module of its own so that the bundles of
 * other functions do not contain it.
 */
export function serveOnce(row: ServedRoute, endpoint: AnyEndpoint): Serve {
  return serve(row, endpoint, { claim: claimIdempotencyKey, once: runOnce });
}
