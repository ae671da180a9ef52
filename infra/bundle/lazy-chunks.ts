import { basename, join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { ROOT } from './plugins.ts';

/** A package that stands in a file of its own beside index.js, and what is used of it: functions and classes to make objects of. */
interface Late {
  file: string;
  names: readonly string[];
}

/**
 * Read when one of their functions is first called: a start waits neither for their bytes nor for the tables that they build. Most
 * requests never need them: an article's text is taken from its HTML, and its slug made, when it is saved, not when it is read.
 */
const PACKAGES: Readonly<Record<string, Late>> = {
  htmlparser2: { file: 'html', names: ['Parser', 'Tokenizer'] },
  '@sindresorhus/slugify': { file: 'slug', names: ['default'] },
  chardet: { file: 'charset', names: ['analyse'] },
  '@cfworker/json-schema': { file: 'json-schema', names: ['Validator'] },
};

/** A module of this repository that is treated the same, with the packages that it imports. */
const MODULES: Readonly<Record<string, Late>> = {
  [join(ROOT, 'shared/scraper/markup/dom.ts')]: { file: 'dom', names: ['createElement', 'createText'] },
};

const ALL: Readonly<Record<string, Late>> = { ...PACKAGES, ...MODULES };

const LATE = 'late';
const SHIM = 'shim';

function fileOf({ file }: Late): string {
  return `./${file}.js`;
}

/** The files, as a bundle asks for them. */
export const LATE_FILES = Object.values(ALL).map(fileOf);

export const lateEntryPoints = Object.entries(ALL).map(([name, { file }]) => ({
  in: `${LATE}:${name}`,
  out: file,
}));

/** What the package's file says: all that is used of the package, and nothing else. */
function contentsOf(name: string, { names }: Late): string {
  return `export { ${names.join(', ')} } from ${JSON.stringify(name)};`;
}

/** What stands in the package's place: a function for each of its own that fetches that first. */
function shimOf(late: Late): string {
  return `
  const late = name => function (...args) {
    const found = require(${JSON.stringify(fileOf(late))})[name];
    return new.target ? new found(...args) : found(...args);
  };
  ${late.names.map(name => (name === 'default' ? 'export default late("default");' : `export const ${name} = late("${name}");`)).join('\n')}`;
}

/** As the modules beside them import them. */
const MODULE_PATHS = Object.keys(MODULES).map(module => `./${basename(module)}`);

function anyOf(names: readonly string[]): RegExp {
  return new RegExp(`^(${names.map(name => name.replaceAll(/[./]/g, String.raw`\$&`)).join('|')})$`);
}

export const latePackages: Plugin = {
  name: 'late packages',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${LATE}:`) }, ({ path }) => ({
      path: path.slice(LATE.length + 1),
      namespace: LATE,
    }));
    build.onLoad({ filter: /.*/, namespace: LATE }, ({ path }) => ({
      contents: contentsOf(path, ALL[path]!),
      resolveDir: ROOT,
    }));
    build.onResolve({ filter: anyOf(Object.keys(PACKAGES)) }, ({ path, namespace, importer }) =>
      namespace === LATE || importer.includes('node_modules') ? undefined : { path, namespace: SHIM },
    );
    build.onResolve({ filter: anyOf(MODULE_PATHS) }, ({ path, namespace, resolveDir }) => {
      const module = resolve(resolveDir, path);
      return namespace !== LATE && module in MODULES ? { path: module, namespace: SHIM } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: SHIM }, ({ path }) => ({ contents: shimOf(ALL[path]!) }));
    build.onResolve({ filter: anyOf(LATE_FILES) }, ({ path, namespace }) =>
      namespace === SHIM ? { path, external: true } : undefined,
    );
  },
};
