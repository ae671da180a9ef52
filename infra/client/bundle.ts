import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../core/root.ts';
import { routesAsData } from './routes-as-data.ts';

/** Bundles the client as one module for browsers and Node.js, without dependencies. */
export async function bundleClient(outfile: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, 'infra/client/source/index.ts')],
    outfile,
    plugins: [routesAsData],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
  });
}
