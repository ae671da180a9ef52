import { basename, join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { ROOT } from '../core/root.ts';

/** A package in a separate file in the folder of index.js, and its exports that are used: functions and classes. */
interface LazyChunk {
  file: string;
  names: readonly string[];
}

/**
 * Packages that are loaded when one of their functions is first called, so that a cold start does not read them or build their
 * tables. Most requests need none of them: HTML is converted to text, and slugs are made, when a post is saved.
 */
const PACKAGES: Readonly<Record<string, LazyChunk>> = {
  htmlparser2: { file: 'html', names: ['Parser', 'Tokenizer'] },
  '@sindresorhus/slugify': { file: 'slug', names: ['default'] },
  'any-ascii': { file: 'ascii', names: ['default'] },
  '@aws-sdk/client-lambda': { file: 'lambda', names: ['LambdaClient', 'InvokeCommand'] },
  chardet: { file: 'charset', names: ['analyse'] },
  '@cfworker/json-schema': { file: 'json-schema', names: ['Validator'] },
};

/** Modules of this repository that are loaded in the same way, with the packages that they import. */
const MODULES: Readonly<Record<string, LazyChunk>> = {
  [join(ROOT, 'shared/scraper/markup/dom.ts')]: {
    file: 'dom',
    names: ['createElement', 'createText', 'Elements'],
  },
  [join(ROOT, 'shared/platform/edge/cloudfront.ts')]: {
    file: 'cloudfront',
    names: ['CloudFrontClient', 'CreateInvalidationCommand'],
  },
  [join(ROOT, 'shared/people/authors/argon2.ts')]: { file: 'argon2', names: ['argon2id'] },
  [join(ROOT, 'shared/people/factors/webauthn.ts')]: {
    file: 'webauthn',
    names: ['verifyEnrolment', 'verifySignature'],
  },
  [join(ROOT, 'shared/posts/rendering/sanitize.ts')]: { file: 'sanitize', names: ['sanitize'] },
};

const ALL: Readonly<Record<string, LazyChunk>> = { ...PACKAGES, ...MODULES };

const LAZY = 'lazy';
const SHIM = 'shim';

function toFileName({ file }: LazyChunk): string {
  return `./${file}.js`;
}

/** The file names, as bundles import them. */
export const LAZY_CHUNK_FILES = Object.values(ALL).map(toFileName);

export const lazyChunkEntryPoints = Object.entries(ALL).map(([name, { file }]) => ({
  in: `${LAZY}:${name}`,
  out: file,
}));

/** The source of the package's file, which exports only what is used. */
function renderContents(name: string, { names }: LazyChunk): string {
  return `export { ${names.join(', ')} } from ${JSON.stringify(name)};`;
}

/** The source of the package's replacement: functions that load the file and call the original. */
function renderShim(chunk: LazyChunk): string {
  return `
  const lazy = name => function (...args) {
    const found = require(${JSON.stringify(toFileName(chunk))})[name];
    return new.target ? new found(...args) : found(...args);
  };
  ${chunk.names.map(name => (name === 'default' ? 'export default lazy("default");' : `export const ${name} = lazy("${name}");`)).join('\n')}`;
}

/** The paths by which neighbouring modules import them. */
const MODULE_PATHS = Object.keys(MODULES).map(module => `./${basename(module)}`);

function matchAny(names: readonly string[]): RegExp {
  return new RegExp(`^(${names.map(name => name.replaceAll(/[./]/g, String.raw`\$&`)).join('|')})$`);
}

export const lazyChunks: Plugin = {
  name: 'lazy packages',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${LAZY}:`) }, ({ path }) => ({
      path: path.slice(LAZY.length + 1),
      namespace: LAZY,
    }));
    build.onLoad({ filter: /.*/, namespace: LAZY }, ({ path }) => ({
      contents: renderContents(path, ALL[path]!),
      resolveDir: ROOT,
    }));
    build.onResolve({ filter: matchAny(Object.keys(PACKAGES)) }, ({ path, namespace, importer }) =>
      // A lazily loaded module has its packages in its own file.
      namespace === LAZY || importer.includes('node_modules') || importer in MODULES
        ? undefined
        : { path, namespace: SHIM },
    );
    build.onResolve({ filter: matchAny(MODULE_PATHS) }, ({ path, namespace, resolveDir }) => {
      const module = resolve(resolveDir, path);
      return namespace !== LAZY && module in MODULES ? { path: module, namespace: SHIM } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: SHIM }, ({ path }) => ({ contents: renderShim(ALL[path]!) }));
    build.onResolve({ filter: matchAny(LAZY_CHUNK_FILES) }, ({ path, namespace }) =>
      namespace === SHIM ? { path, external: true } : undefined,
    );
  },
};
