import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { routeList } from '../../functions/routes/index.ts';
import { ROOT } from '../core/root.ts';

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

/** Bundles the client as one module for browsers and Node.js, without dependencies. */
export async function bundleClient(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, 'infra/client/source/index.ts')],
    write: false,
    plugins: [routesAsData],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
  });
  return outputFiles[0]!.text;
}
