import { routeList } from '../../functions/routes/index.ts';
import { withEdge } from '../../functions/runtime/edge.ts';
import { serveUnknown } from '../../functions/runtime/not-found.ts';
import { OPENAPI, withOpenApi } from '../../functions/runtime/openapi.ts';
import { withPages } from '../../functions/runtime/pages.ts';
import { serveOnce } from '../../functions/runtime/serve-idempotent.ts';
import { serve, type Serve } from '../../functions/runtime/serve.ts';
import { withSite } from '../../functions/runtime/site.ts';
import { withTrailingSlash } from '../../functions/runtime/trailing-slash.ts';
import { lazy } from '../../shared/platform/core/lazy.ts';
import type { Functions } from '../aws-local/http-api/invocation.ts';
import type { InnerCalls } from './pages/inner-calls.ts';
import { createLocalPages } from './pages/pages.ts';

/** The functions of the sources. `address`: the gateway's own, at which the readers' site calls the API. */
export function functionsFromSources(address: () => string, inner: InnerCalls): Functions {
  const openApiText = lazy(readDocument);
  const readers = withSite(
    async () => {
      const { createReadersSite } = await import('./pages/readers-site.ts');
      return await createReadersSite(address(), inner.fetch);
    },
    serveUnknown([...routeList, OPENAPI]),
  );
  const unrouted = withOpenApi(openApiText, withPages(createLocalPages(openApiText), readers));
  return async name =>
    (await loadEndpoint(name)) ??
    ((event, context) =>
      withEdge(
        withTrailingSlash(
          routeList,
          async (found, plain) => (await loadEndpoint(found))!(plain, context),
          unrouted,
        ),
      )(event));
}

/** Built at the first request, because it loads all endpoints. */
async function readDocument(): Promise<string> {
  const { openApi } = await import('../sites/reference/document.ts');
  return JSON.stringify(await openApi());
}

/** @returns undefined for `$default` */
async function loadEndpoint(name: string): Promise<Serve | undefined> {
  const route = routeList.find(row => row.name === name);
  if (!route) return undefined;
  const { default: endpoint } = await route.load();
  return route.method === 'POST' ? serveOnce(route, endpoint) : serve(route, endpoint);
}
