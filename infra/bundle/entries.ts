import { routeList } from '../../functions/routes.ts';
import { workers } from '../workers.ts';

/** What `$default` runs: requests that no route takes. */
export const UNKNOWN = 'unknown';

const endpoints = routeList.map(({ name, method, path, permission, public: open }): [string, string] => [
  name,
  `import endpoint from './${name}.ts';
   ${method === 'POST' ? `import { serveOnce as serve } from './serve-once.ts'` : `import { serve } from './serve.ts'`};
   export const handler = serve(${JSON.stringify({ method, path, permission, public: open })}, endpoint);`,
]);

const events = Object.keys(workers).map((name): [string, string] => [
  `events/${name}`,
  `export { handler } from './events/${name}.ts';`,
]);

const patterns = routeList.map(({ method, path }) => ({ method, path }));

const unknown: [string, string] = [
  UNKNOWN,
  `import { serveUnknown } from './unknown.ts';
   export const handler = serveUnknown(${JSON.stringify(patterns)});`,
];

/** The source of each function's entry point, as if it stood in functions/. A bundle's folder has the function's name. */
export const entries: ReadonlyMap<string, string> = new Map([...endpoints, ...events, unknown]);
