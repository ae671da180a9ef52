import type { Plugin } from 'esbuild';
import { routeList } from '../../functions/routes/index.ts';

/** In the place of the route table, for the client's side: what a caller needs to know of each row, and no functions. */
export const routesAsData: Plugin = {
  name: 'routes as data',
  setup(build) {
    build.onLoad({ filter: /\/functions\/routes\/index\.ts$/ }, () => {
      const rows = routeList.map(({ name, method, path }) => ({ name, method, path }));
      return { contents: `export const routeList = ${JSON.stringify(rows)};`, loader: 'js' };
    });
  },
};
