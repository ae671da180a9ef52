import type { Plugin } from 'esbuild';
import { routeList } from '../../functions/routes/index.ts';

/** Replaces the route table in the client's bundle by the data that a caller needs, without the functions. */
export const routesAsData: Plugin = {
  name: 'routes as data',
  setup(build) {
    build.onLoad({ filter: /\/functions\/routes\/index\.ts$/ }, () => {
      const rows = routeList.map(({ name, method, path }) => ({ name, method, path }));
      return { contents: `export const routeList = ${JSON.stringify(rows)};`, loader: 'js' };
    });
  },
};
