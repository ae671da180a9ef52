import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { routeList } from '../../functions/routes.ts';
import { ROOT } from '../bundle/plugins.ts';

const rows = routeList.map(({ name, method, path }) => ({ name, method, path }));

/** In the place of the route table, what a client needs of it: the service's own code stays out. */
const tableAlone: Plugin = {
  name: 'table alone',
  setup(build) {
    build.onLoad({ filter: /\/functions\/routes\.ts$/ }, () => ({
      contents: `export const routeList = ${JSON.stringify(rows)};`,
    }));
  },
};

/** The client as one module for browsers and Node.js, without dependencies. */
export async function bundleClient(outfile: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, 'shared/client/index.ts')],
    outfile,
    plugins: [tableAlone],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
  });
}
