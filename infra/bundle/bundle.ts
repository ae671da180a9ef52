import { copyFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { parseSite } from '../../shared/core/site.ts';
import { DOCUMENT_FILE, entries, PAGES_FOLDER, UNKNOWN } from './entries.ts';
import { LATE_FILES, lateEntryPoints, latePackages } from './lazy-chunks.ts';
import { writePages } from './pages.ts';
import {
  documentApart,
  entryPoints,
  environmentCredentials,
  ROOT,
  S3_FILE,
  S3_SOURCE,
  s3Apart,
} from './plugins.ts';
import { unusedModules } from './unused.ts';

/** Compiled for one machine, and too large to be in each bundle that needs it: Lambda has it as a layer. */
const SHARP = 'sharp';

/** How everything is bundled that Lambda runs; what is measured beside it is bundled so too. */
export const BUNDLING: BuildOptions = {
  absWorkingDir: ROOT,
  plugins: [entryPoints, s3Apart, documentApart, latePackages, unusedModules, environmentCredentials],
  external: [SHARP],
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
};

/** What was built. */
export interface Bundles {
  /** Holds a folder for each function, of its name. */
  folder: string;
  /** The functions whose bundles look for sharp outside of themselves. */
  needingSharp: ReadonlySet<string>;
}

/**
 * Bundles every function into `<outdir>/<name>/index.js`, the site's configuration built in. The same sources and site give the
 * same bytes wherever and whenever, so that a deployment changes only what has changed. `pages`: the desk and the reference too.
 */
export async function bundle(outdir: string, site: object, { pages = false } = {}): Promise<Bundles> {
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    ...BUNDLING,
    entryPoints: [
      { in: S3_SOURCE, out: 's3' },
      ...lateEntryPoints,
      ...[...entries.keys()].map(name => ({ in: `function:${name}`, out: join(name, 'index') })),
    ],
    outdir,
    define: { 'process.env.SITE': JSON.stringify(JSON.stringify(site)) },
    metafile: true,
  });
  for (const file of [S3_FILE, ...LATE_FILES]) {
    const built = join(outdir, file);
    await Promise.all(foldersNeeding(file, metafile).map(folder => copyFile(built, join(folder, file))));
    await rm(built);
  }
  const document = await documentOf(site);
  await writeFile(join(outdir, UNKNOWN, DOCUMENT_FILE), `module.exports=${JSON.stringify(document)};\n`);
  if (pages) {
    const { timeZone } = parseSite(site);
    await writePages(join(outdir, UNKNOWN, PAGES_FOLDER), { document, timeZone });
  }
  const needingSharp = foldersNeeding(SHARP, metafile).map(folder =>
    relative(resolve(outdir), folder).replaceAll(sep, '/'),
  );
  return { folder: outdir, needingSharp: new Set(needingSharp) };
}

async function documentOf(site: object): Promise<string> {
  const { openApi } = await import('../pages/reference/document.ts');
  return JSON.stringify(await openApi({ site }));
}

/** The folders of the bundles that load this when they run. */
function foldersNeeding(external: string, { outputs }: Metafile): string[] {
  return Object.entries(outputs)
    .filter(([, { imports }]) => imports.some(({ path }) => path === external))
    .map(([file]) => dirname(resolve(ROOT, file)));
}
