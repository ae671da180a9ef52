import { routeList } from '../../functions/routes/index.ts';
import { OPENAPI } from '../../functions/runtime/openapi.ts';
import type { Route, ServedRoute } from '../../functions/runtime/route.ts';
import { workers } from '../../functions/events/workers.ts';

/** The function of `$default`: requests without a route, for the OpenAPI document, for pages, and for files at the API's own address. */
export const UNKNOWN = 'unknown';

/** What a function contains of its row. */
function servedRow({
  method,
  path,
  permission,
  public: isPublic,
  isKeyless,
  isForEnrolment,
  ceilings,
}: Route): ServedRoute {
  return {
    method,
    path,
    permission,
    ...(isPublic && { public: isPublic }),
    ...(isKeyless && { isKeyless }),
    ...(isForEnrolment && { isForEnrolment }),
    ...(ceilings && { ceilings }),
  };
}

const endpoints = routeList.map(({ name, ...row }): [string, string] => [
  name,
  `import endpoint from './${name}.ts';
   ${row.method === 'POST' ? `import { serveOnce as serve } from './runtime/serve-idempotent.ts'` : `import { serve } from './runtime/serve.ts'`};
   export const handler = serve(${JSON.stringify(servedRow(row))}, endpoint);`,
]);

const events = Object.keys(workers).map((name): [string, string] => [
  `events/${name}`,
  `import { handler as handle } from './events/${name}.ts';
   import { traceEvent } from './runtime/trace-event.ts';
   export const handler = traceEvent(handle);`,
]);

/** The finished document is a file in the folder of its bundle and is read on request, so that no bundle contains its code. */
export const DOCUMENT_FILE = './document.js';

const named = routeList.map(({ name, method, path }) => ({ name, method, path }));

/** The readers' site, or an empty module where the deployment has no pages. */
export const SITE_FILE = './site.js';

/** The folder with desk and reference, next to the bundle in a deployment. */
export const PAGES_FOLDER = 'pages';

const unknown: [string, string] = [
  UNKNOWN,
  `import { join } from 'node:path';
   import { ownApi, withEdge } from './runtime/edge.ts';
   import { withMedia } from './runtime/media.ts';
   import { withOpenApi } from './runtime/openapi.ts';
   import { withPages } from './runtime/pages.ts';
   import { withProtection } from './runtime/protected.ts';
   import { pagesIn } from './runtime/page-folder.ts';
   import { withSite } from './runtime/site.ts';
   import { invokeEndpoint } from './runtime/invoke-endpoint.ts';
   import { serveUnknown } from './runtime/not-found.ts';
   import { withTrailingSlash } from './runtime/trailing-slash.ts';
   const routes = ${JSON.stringify(named)};
   const next = withOpenApi(
     () => require('${DOCUMENT_FILE}'),
     withMedia(
       withPages(
         pagesIn(join(__dirname, '${PAGES_FOLDER}')),
         withSite(
           event => require('${SITE_FILE}').createSite?.(...ownApi(event)),
           serveUnknown([...routes, ${JSON.stringify(OPENAPI)}]),
         ),
       ),
     ),
   );
   export const handler = withProtection(withEdge(withTrailingSlash(routes, invokeEndpoint, next)));`,
];

/** The source of each function's entry point, resolved as if in functions/. The bundle's folder has the function's name. */
export const entries: ReadonlyMap<string, string> = new Map([...endpoints, ...events, unknown]);
