import { copyFile, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { entries } from './entries.ts';
import { entryPoints, environmentCredentials, ROOT, S3_FILE, S3_SOURCE, s3Apart } from './plugins.ts';

/** Compiled for one machine, and too large to be in each bundle that needs it: Lambda has it as a layer. */
const SHARP = 'sharp';

/** What was built. */
export interface Bundles {
  /** Holds a folder for each function, of its name. */
  folder: string;
  /** The functions whose bundles look for sharp outside of themselves. */
  needingSharp: ReadonlySet<string>;
}

/**
 * Bundles every function into `<outdir>/<name>/index.js`, the site's configuration built in. The same sources and site give the
 * same bytes wherever and whenever, so that a deployment changes only what has changed.
 */
export async function bundle(outdir: string, site: object): Promise<Bundles> {
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [
      { in: S3_SOURCE, out: 's3' },
      ...[...entries.keys()].map(name => ({ in: `function:${name}`, out: join(name, 'index') })),
    ],
    outdir,
    plugins: [entryPoints, s3Apart, environmentCredentials],
    external: [SHARP],
    define: { 'process.env.SITE': JSON.stringify(JSON.stringify(site)) },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    // Lambda's layers are on the path that require looks along, and not on that of import.
    supported: { 'dynamic-import': false },
    // The SDK's ES modules, of which only what is used stays: half the size of its CommonJS ones.
    mainFields: ['module', 'main'],
    legalComments: 'none',
    metafile: true,
  });
  const s3 = join(outdir, S3_FILE);
  await Promise.all(foldersNeeding(S3_FILE, metafile).map(folder => copyFile(s3, join(folder, S3_FILE))));
  await rm(s3);
  const needingSharp = foldersNeeding(SHARP, metafile).map(folder =>
    relative(resolve(outdir), folder).replaceAll(sep, '/'),
  );
  return { folder: outdir, needingSharp: new Set(needingSharp) };
}

/** The folders of the bundles that load this when they run. */
const foldersNeeding = (external: string, { outputs }: Metafile): string[] =>
  Object.entries(outputs)
    .filter(([, { imports }]) => imports.some(({ path }) => path === external))
    .map(([file]) => dirname(resolve(ROOT, file)));
