import { copyFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { entries } from './entries.ts';
import { entryPoints, environmentCredentials, ROOT, S3_FILE, S3_SOURCE, s3Apart } from './plugins.ts';

/**
 * Bundles every function into `<outdir>/<name>/index.js`, the site's configuration built in. The same sources and site give the
 * same bytes wherever and whenever, so that a deployment changes only what has changed.
 */
export async function bundle(outdir: string, site: object): Promise<void> {
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [
      { in: S3_SOURCE, out: 's3' },
      ...[...entries.keys()].map(name => ({ in: `function:${name}`, out: join(name, 'index') })),
    ],
    outdir,
    plugins: [entryPoints, s3Apart, environmentCredentials],
    define: { 'process.env.SITE': JSON.stringify(JSON.stringify(site)) },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    // The SDK's ES modules, of which only what is used stays: half the size of its CommonJS ones.
    mainFields: ['module', 'main'],
    legalComments: 'none',
    metafile: true,
  });
  const needing = Object.entries(metafile.outputs).filter(([, { imports }]) =>
    imports.some(({ path }) => path === S3_FILE),
  );
  const s3 = join(outdir, S3_FILE);
  await Promise.all(needing.map(([file]) => copyFile(s3, join(dirname(resolve(ROOT, file)), S3_FILE))));
  await rm(s3);
}
