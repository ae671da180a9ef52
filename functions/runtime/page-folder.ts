import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as v from 'valibot';
import { lazy } from '../../shared/platform/core/lazy.ts';
import type { Encoding } from '../../shared/platform/http/encoding/encoding.ts';
import type { FindFile } from './pages.ts';

const unzip = promisify<Buffer, Buffer>(gunzip);

/** The list of a folder's files. */
export const PAGES_LIST = 'pages.json';

/** The suffixes of a text's compressed files. A file that is compressed already, such as a picture, is stored once, under its own name. */
export const SUFFIXES = { br: '.br', gzip: '.gz' } as const;

const Listed = v.object({
  type: v.string(),
  tag: v.string(),
  /** The bytes of the uncompressed text; 0 for files that are compressed already. */
  length: v.number(),
});
const List = v.record(v.string(), Listed);
export type Listed = v.InferOutput<typeof Listed>;

/** Finds the files that infra/bundle/pages.ts has written into a folder, which may be missing. */
export function pagesIn(folder: string): FindFile {
  const list = lazy(() => readList(folder));
  return async path => {
    const files = await list();
    const found = Object.hasOwn(files, path) ? files[path] : undefined;
    if (!found) return undefined;
    const { type, tag, length } = found;
    const read = length === 0 ? () => readFile(join(folder, path)) : readText(join(folder, path));
    return { type, tag, body: { length, read } };
  };
}

async function readList(folder: string): Promise<v.InferOutput<typeof List>> {
  const text = await readFile(join(folder, PAGES_LIST), 'utf8').catch(() => '{}');
  return v.parse(List, JSON.parse(text));
}

function readText(file: string) {
  return async (encoding: Encoding): Promise<Buffer> => {
    const packed = await readFile(`${file}${SUFFIXES[encoding ?? 'gzip']}`);
    return encoding === undefined ? await unzip(packed) : packed;
  };
}
