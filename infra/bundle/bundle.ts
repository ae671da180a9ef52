import { copyFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { listRoles, parseSite } from '../../shared/platform/site/site.ts';
import { SITE_EXPRESSION } from '../core/environment.ts';
import { ROOT } from '../core/root.ts';
import { DOCUMENT_FILE, entries, PAGES_FOLDER, SITE_FILE, UNKNOWN } from './entries.ts';
import { LAZY_CHUNK_FILES, lazyChunkEntryPoints, lazyChunks } from './lazy-chunks.ts';
import { writePages } from './pages.ts';
import {
  separateFiles,
  entryPoints,
  environmentCredentials,
  S3_FILE,
  S3_SOURCE,
  separateS3Client,
} from './plugins.ts';
import { writeSite } from './site.ts';
import { unusedModules } from './unused.ts';

/** sharp is compiled for one architecture and too large for each bundle that needs it, so it is a Lambda layer. */
const SHARP = 'sharp';

/** The options of all Lambda bundles. Measurements bundle with them too. */
export const BUNDLING: BuildOptions = {
  absWorkingDir: ROOT,
  plugins: [entryPoints, separateS3Client, separateFiles, lazyChunks, unusedModules, environmentCredentials],
  external: [SHARP],
  // The file of the package that has Argon2 alone: esbuild would keep all others, 190 KB.
  alias: { 'hash-wasm': 'hash-wasm/dist/argon2.umd.min.js' },
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  // Layers are on the path of require, not on that of import.
  supported: { 'dynamic-import': false },
  // Prefers the SDK's ES modules: unused exports are removed, which halves the size of its CommonJS modules.
  mainFields: ['module', 'main'],
  legalComments: 'none',
};

/** The result of a build. */
export interface Bundles {
  /** Contains a folder for each function, named like the function. */
  folder: string;
  /** The functions whose bundles load sharp from the layer. */
  needingSharp: ReadonlySet<string>;
}

/**
 * Bundles every function into `<outdir>/<name>/index.js`, with the site's configuration. The result depends only on sources and
 * site, so that a deployment updates only changed functions. `pages` adds the readers' site, the desk and the reference; `maps` writes a
 * source map next to each file, which is otherwise the same.
 */
export async function bundle(
  outdir: string,
  site: object,
  { pages = false, maps = false } = {},
): Promise<Bundles> {
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    ...BUNDLING,
    entryPoints: [
      { in: S3_SOURCE, out: 's3' },
      ...lazyChunkEntryPoints,
      ...[...entries.keys()].map(name => ({ in: `function:${name}`, out: join(name, 'index') })),
    ],
    outdir,
    define: { [SITE_EXPRESSION]: JSON.stringify(JSON.stringify(site)) },
    metafile: true,
    ...(maps && { sourcemap: 'external', sourcesContent: false }),
  });
  for (const file of [S3_FILE, ...LAZY_CHUNK_FILES]) {
    const built = join(outdir, file);
    await Promise.all(
      findFoldersImporting(file, metafile).map(folder => copyFile(built, join(folder, file))),
    );
    await rm(built);
  }
  const document = await buildDocument(site);
  await writeFile(join(outdir, UNKNOWN, DOCUMENT_FILE), `module.exports=${JSON.stringify(document)};\n`);
  await writeSite(join(outdir, UNKNOWN, SITE_FILE), pages ? parseSite(site) : undefined);
  if (pages) {
    const parsed = parseSite(site);
    const { timeZone, siteTitle, signIn } = parsed;
    const { clientArchive } = await import('../client/package.ts');
    const client = await clientArchive(document);
    const shown = { document, timeZone, roles: listRoles(parsed), client, siteTitle, signIn };
    await writePages(join(outdir, UNKNOWN, PAGES_FOLDER), shown);
  }
  const needingSharp = findFoldersImporting(SHARP, metafile).map(folder =>
    relative(resolve(outdir), folder).replaceAll(sep, '/'),
  );
  return { folder: outdir, needingSharp: new Set(needingSharp) };
}

async function buildDocument(site: object): Promise<string> {
  const { openApi } = await import('../sites/reference/document.ts');
  return JSON.stringify(await openApi({ site }));
}

/** The folders of the bundles that load this module at run time. */
function findFoldersImporting(external: string, { outputs }: Metafile): string[] {
  return Object.entries(outputs)
    .filter(([, { imports }]) => imports.some(({ path }) => path === external))
    .map(([file]) => dirname(resolve(ROOT, file)));
}
