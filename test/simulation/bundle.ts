import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import { build as bundle, type Plugin } from 'esbuild';
import type { Fault } from '../planted/faults.ts';
import type { Roles } from './bundled/entry.ts';
import type { SimulatedProcess } from './engine/process.ts';
import { createSurroundings, SHARED } from './modules/index.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const BUNDLED = join(import.meta.dirname, 'bundled');
const SOURCES = /[/\\](?:functions|infra|shared)[/\\].*\.ts$/;
/** Packages that no simulated request uses, or that load native code. */
const UNBUNDLED = ['classic-level', 'esbuild', 'linkedom', 'memory-level', 'oxfmt', 'sharp', 'typescript'];

/** A fault without the tests that notice it. */
export type PlantedText = Omit<Fault, 'noticedBy'>;

/** Modules in whose place the simulation has its own. */
const REPLACED: readonly [RegExp, file: string][] = [
  [/infra[/\\]aws-local[/\\]dynamodb[/\\]level\.ts$/, 'level.ts'],
  [/infra[/\\]aws-local[/\\]dynamodb[/\\]leveldb[/\\]check-folder\.ts$/, 'check-folder.ts'],
  [/shared[/\\]platform[/\\]http[/\\]guarded[/\\]exchange\.ts$/, 'exchange.ts'],
  [/node-http-handler[/\\]dist-es[/\\]node-http-handler\.js$/, 'http-handler.ts'],
];

/** The globals of Node.js that a process gets from the simulation, as parameters of its bundle. */
const GLOBALS = [
  'setTimeout',
  'setImmediate',
  'setInterval',
  'clearTimeout',
  'clearImmediate',
  'clearInterval',
  'process',
  'console',
  'Date',
  'Math',
  'performance',
  'crypto',
  'fetch',
  'globalThis',
  'global',
  'simulatedServices',
];

/** Evaluates the service's code for a process, with modules and state of its own. */
export type Load = (owner: SimulatedProcess) => Roles;

/**
 * Bundles the service, with planted faults if any.
 * @throws Error when the text of a fault does not occur exactly once, or a module that the simulation replaces is missing
 */
export async function bundleService(faults: readonly PlantedText[] = []): Promise<Load> {
  const replaced = new Set<string>();
  const { outputFiles } = await bundle({
    absWorkingDir: ROOT,
    entryPoints: [join(BUNDLED, 'entry.ts')],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    external: [...UNBUNDLED, ...Object.keys(SHARED)],
    logLevel: 'error',
    plugins: [replaceModules(replaced), readSources(faults)],
  });
  for (const [pattern, file] of REPLACED)
    if (!replaced.has(file)) throw new Error(`The service has no module ${pattern} for ${file} to replace`);
  const names = ['module', 'exports', 'require', ...GLOBALS];
  const evaluate = compileFunction(outputFiles[0]!.text, names, { filename: 'simulated-service.js' });
  return owner => {
    const { require, globals } = createSurroundings(owner);
    const module: { exports: { roles?: Roles } } = { exports: {} };
    evaluate(module, module.exports, require, ...GLOBALS.map(name => globals[name]));
    return module.exports.roles!;
  };
}

/** @param replaced gets the files that took a module's place: without one, real files or sockets would get into the simulation */
function replaceModules(replaced: Set<string>): Plugin {
  return {
    name: 'replaced-modules',
    setup: build => {
      for (const [filter, file] of REPLACED)
        build.onLoad({ filter }, async () => {
          replaced.add(file);
          return { contents: await readFile(join(BUNDLED, file), 'utf8'), loader: 'ts', resolveDir: BUNDLED };
        });
    },
  };
}

/** Keeps the places of modules those of their sources, and plants faults. */
function readSources(faults: readonly PlantedText[]): Plugin {
  return {
    name: 'sources',
    setup: build => {
      build.onLoad({ filter: SOURCES }, async ({ path }) => {
        const text = (await readFile(path, 'utf8'))
          .replaceAll('import.meta.dirname', JSON.stringify(resolve(path, '..')))
          .replaceAll('import.meta.filename', JSON.stringify(path))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
        const file = relative(ROOT, path).replaceAll('\\', '/');
        const planted = faults.filter(fault => fault.file === file).reduce(plant, text);
        return { contents: planted, loader: 'ts' };
      });
    },
  };
}

function plant(source: string, { name, text, replacement }: PlantedText): string {
  const parts = source.split(text);
  if (parts.length !== 2)
    throw new Error(`${name}: its text occurs ${parts.length - 1} times instead of once`);
  return parts.join(replacement);
}
