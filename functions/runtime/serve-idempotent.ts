import type { AnyEndpoint } from '../../shared/http/endpoint.ts';
import { claim } from '../../shared/idempotency/claim.ts';
import { once } from '../../shared/idempotency/once.ts';
import type { ServedRoute } from '../routes/route.ts';
import { serve, type Serve } from './serve.ts';

/** As `serve`, for what is not done twice under one Idempotency-Key: every POST. Apart, so that no other function carries it. */
export function serveOnce(row: ServedRoute, endpoint: AnyEndpoint): Serve {
  return serve(row, endpoint, { claim, once });
}
