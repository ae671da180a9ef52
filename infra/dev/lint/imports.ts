import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import ts from 'typescript';
import { LAYERS, type Layers } from './layers.ts';

/** The modules of this repository that each file imports, also for their types. Paths from the root, with slashes. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** @returns the faults of the imports of a repository's files, one line each */
export function layerFaults(root: string, layers: Layers = LAYERS): string[] {
  const imports = readImports(root, Object.keys(layers));
  return [...tableFaults(layers), ...forbiddenImports(imports, layers), ...importCycles(imports)];
}

/** Files of projects of their own are no modules of this one. */
const OTHER_PROJECTS = /(?:^|[/\\])(?:node_modules|starters)[/\\]/;

export function readImports(root: string, folders: readonly string[]): Imports {
  const files = folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => /\.tsx?$/.test(file) && !OTHER_PROJECTS.test(file))
      .map(file => `${folder}/${file.replaceAll(sep, '/')}`),
  );
  return new Map(
    files.toSorted().map(file => [file, parseImports(file, readFileSync(join(root, file), 'utf8'))]),
  );
}

function parseImports(file: string, source: string): string[] {
  return ts
    .preProcessFile(source)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(dirname(file), fileName).replaceAll(sep, '/'));
}

/** Each row names only folders above it, so that the table itself allows no cycle. */
function tableFaults(layers: Layers): string[] {
  const above = new Set<string>();
  return Object.entries(layers).flatMap(([top, rows]) => {
    const faults = Object.entries(rows).flatMap(([name, allowed]) => {
      const wrong = expandPaths(allowed, top, layers).filter(path => !above.has(path));
      above.add(`${top}/${name}`);
      return wrong.map(path => `${top}/${name} may import ${path}, which is not above it`);
    });
    above.add(top);
    return faults;
  });
}

function forbiddenImports(imports: Imports, layers: Layers): string[] {
  return [...imports].flatMap(([file, targets]) => {
    const own = findRow(file, layers);
    if (!own) return [`${file} is in a folder without a row in the table of layers`];
    const allowed = expandPaths(own.allowed, own.top, layers);
    return targets
      .filter(target => {
        const row = findRow(target, layers);
        if (row?.folder === own.folder) return false;
        return !row || !allowed.some(path => path === row.path || row.path.startsWith(`${path}/`));
      })
      .map(target => `${file} imports ${target}, which the table of layers does not allow`);
  });
}

interface Row {
  top: string;
  path: string;
  /** The row's path, or one of the folders that `*` matches. */
  folder: string;
  allowed: string;
}

/** The row with the longest path that contains the file. */
function findRow(file: string, layers: Layers): Row | undefined {
  const [top = '', name = ''] = file.split('/');
  const rows = layers[top] ?? {};
  const [found] = Object.keys(rows)
    .filter(folder => file.startsWith(`${top}/${folder}/`))
    .toSorted((one, other) => other.length - one.length);
  const row = found ?? '*';
  const allowed = rows[row];
  return allowed === undefined
    ? undefined
    : { top, path: `${top}/${row}`, folder: `${top}/${found ?? name}`, allowed };
}

function expandPaths(names: string, top: string, layers: Layers): string[] {
  const isPath = (name: string): boolean => (name.split('/')[0] ?? '') in layers;
  return names.split(/ +/).flatMap(name => (name === '' ? [] : isPath(name) ? name : `${top}/${name}`));
}

/** Finds cycles: within each folder, its files and subfolders, each subfolder as a whole, may import each other in one direction only. */
function importCycles(imports: Imports): string[] {
  const folders = new Map<string, Map<string, Set<string>>>();
  for (const [file, targets] of imports) {
    for (const target of targets) {
      const [folder, from, to] = wherePathsPart(file, target);
      const graph = folders.get(folder) ?? new Map<string, Set<string>>();
      folders.set(folder, graph.set(from, (graph.get(from) ?? new Set()).add(to)));
    }
  }
  return [...folders].flatMap(([folder, graph]) =>
    findCycles(graph).map(cycle => `${folder === '' ? '.' : folder} has a cycle: ${cycle.join(' > ')}`),
  );
}

/** @returns the deepest common folder, and the entries of it that contain the one and the other */
function wherePathsPart(file: string, other: string): [folder: string, from: string, to: string] {
  const parts = file.split('/');
  const others = other.split('/');
  const depth = parts.findIndex((part, at) => part !== others[at]);
  return [parts.slice(0, depth).join('/'), parts[depth] ?? '', others[depth] ?? ''];
}

function findCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  const follow = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) cycles.push([...path.slice(path.indexOf(node)), node]);
    if (done.has(node) || path.includes(node)) return;
    for (const next of graph.get(node) ?? []) follow(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) follow(node, []);
  return cycles;
}
