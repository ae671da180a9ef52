import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { UsageError } from '../../../infra/core/command.ts';

export interface Body {
  /** Bodies of one kind; the rows of the bench. */
  set: string;
  html: string;
}

/** @param path a folder with .html files, or a JSON file with a list of bodies; by default the hard bodies of this project */
export async function readBodies(path = join(import.meta.dirname, 'bodies')): Promise<Body[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UsageError(`There is no file or folder ${path}.`);
  if (!found.isDirectory()) return JSON.parse(await readFile(path, 'utf8')) as Body[];
  const names = (await readdir(path)).filter(name => name.endsWith('.html')).sort();
  return await Promise.all(
    names.map(async name => ({ set: basename(path), html: await readFile(join(path, name), 'utf8') })),
  );
}

/** A script that gives a page the global `fidelity`. */
export async function bundleMeasure(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page/measure.ts')],
    ...{ bundle: true, write: false, format: 'iife', globalName: 'fidelity', target: 'es2022' },
  });
  return outputFiles[0]!.text;
}
