import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { ROOT } from '../core/root.ts';

/** A position in a stack trace, such as "/var/task/index.js:35:17217". Tried only where a path begins, so it takes linear time. */
const POSITION = /(?<![\w./-])(?:[\w./-]*\/)?([\w.-]+\.js):(\d+):(\d+)/g;

/** Finds the sources of positions in a function's bundle, which was built with source maps. */
export class SourcePositions {
  readonly #folders: readonly string[];
  readonly #maps = new Map<string, { map: SourceMap; folder: string } | undefined>();

  /** @param outdir the folder of the bundles @param name of the function, such as "posts/get" */
  constructor(outdir: string, name: string) {
    // The maps of files that several functions have are in the bundles' folder.
    this.#folders = [join(outdir, name), outdir];
  }

  /** @returns the text with "shared/platform/store/table.ts:40:11" in place of each known position */
  replaceIn(text: string): string {
    return text.replace(POSITION, (position, file: string, line: string, column: string) => {
      return this.#findSource(file, Number(line), Number(column)) ?? position;
    });
  }

  #findSource(file: string, line: number, column: number): string | undefined {
    const found = this.#getMap(file);
    const origin = found?.map.findOrigin(line, column);
    if (!found || !origin || !('fileName' in origin)) return undefined;
    const source = relative(ROOT, resolve(found.folder, origin.fileName));
    return `${source}:${origin.lineNumber}:${origin.columnNumber}`;
  }

  #getMap(file: string): { map: SourceMap; folder: string } | undefined {
    if (!this.#maps.has(file)) this.#maps.set(file, this.#readMap(`${file}.map`));
    return this.#maps.get(file);
  }

  #readMap(file: string): { map: SourceMap; folder: string } | undefined {
    const path = this.#folders.map(folder => join(folder, file)).find(candidate => existsSync(candidate));
    if (path === undefined) return undefined;
    const payload = JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload;
    return { map: new SourceMap(payload), folder: dirname(path) };
  }
}
