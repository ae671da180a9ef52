// Starts the service from a bundle of its sources, which is made again when one of them has changed. Without a bundle, the sources would
// be translated one by one at each start, by a loader that stays in memory and keeps a second process.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'infra/local/main.ts');
const CACHE = join(ROOT, '.cache/local');
/** Names the folder of the newest bundle and the files that it was made of, with a hash of their content. */
const INDEX = join(CACHE, 'bundle.json');
/** The files that decide which packages and which options a bundle is made of. */
const ALWAYS = ['package-lock.json', 'infra/local/start.js'];
const KEPT_MS = 24 * 3_600_000;

/** Packages that load native code or files of their own folder, which a bundle has not. */
const UNBUNDLED = ['classic-level', 'esbuild', 'linkedom', 'oxfmt', 'sharp', 'typescript'];
/** Packages in CommonJS call `require`, which modules of a bundle lack. */
const REQUIRE = `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);`;

function hashFiles(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

/**
 * @returns the folder of the newest bundle; undefined when there is none, or when a source has changed since, or when the project was moved
 * or copied since: a bundle has the places of the sources in it
 */
async function findBundle() {
  try {
    const { folder, files, hash } = JSON.parse(await readFile(INDEX, 'utf8'));
    return dirname(folder) === CACHE && hashFiles(files) === hash ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the places of modules those of their sources: modules find other files by them. */
const placesOfSources = {
  name: 'places-of-sources',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\](functions|infra|shared)[/\\].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text
        .replaceAll('import.meta.dirname', JSON.stringify(resolve(path, '..')))
        .replaceAll('import.meta.filename', JSON.stringify(path))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: 'ts' };
    });
  },
};

/** Builds the bundle in a folder of its own, because running services still load parts of earlier ones. */
async function buildBundle() {
  const { build, stop } = await import('esbuild');
  const name = `${Date.now()}-${process.pid}`;
  const folder = join(CACHE, name);
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [MAIN],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What is imported later, such as the desk and the scraper, is loaded when it is first asked for.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    external: UNBUNDLED,
    banner: { js: REQUIRE },
    metafile: true,
    logLevel: 'error',
    plugins: [placesOfSources],
  });
  await stop();
  const sources = Object.keys(metafile.inputs).filter(file => !file.includes('node_modules/'));
  const files = [...ALWAYS, ...sources];
  const index = join(CACHE, `${name}.json`);
  await writeFile(index, JSON.stringify({ folder, files, hash: hashFiles(files) }));
  await rename(index, INDEX);
  return folder;
}

async function removeOldBundles() {
  const old = (await readdir(CACHE)).filter(name => Number(name.split('-')[0]) < Date.now() - KEPT_MS);
  await Promise.all(old.map(name => rm(join(CACHE, name), { recursive: true, force: true })));
}

async function makeBundle() {
  await mkdir(CACHE, { recursive: true });
  await removeOldBundles();
  return await buildBundle();
}

const folder = (await findBundle()) ?? (await makeBundle());
// The command runs when Node.js was started with its source.
process.argv[1] = MAIN;
await import(pathToFileURL(join(folder, 'main.mjs')).href);
