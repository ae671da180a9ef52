import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { PAGES_LIST, SUFFIXES, type Listed } from '../../functions/runtime/page-folder.ts';
import { deskFiles } from '../sites/desk/build.ts';
import { pageFiles } from '../sites/reference/page-files.ts';

interface PageFile {
  name: string;
  type: string;
  content: string | Buffer;
}

interface Shown {
  /** The OpenAPI document of the reference. */
  document: string;
  /** The site's time zone, in which the desk shows times. */
  timeZone: string;
}

/** Writes the desk and the reference in the form that functions/runtime/page-folder.ts reads. */
export async function writePages(folder: string, { document, timeZone }: Shown): Promise<void> {
  const [desk, docs]: [PageFile[], PageFile[]] = await Promise.all([deskFiles(timeZone), pageFiles()]);
  const shown = { name: 'openapi.json', type: 'application/json; charset=utf-8', content: document };
  const list: Record<string, Listed> = {};
  const put = async (page: string, { name, type, content }: PageFile): Promise<void> => {
    const hash = createHash('sha1').update(content).digest('base64url').slice(0, 16);
    const isCompressed = type.startsWith('image/');
    list[`${page}/${name}`] = { type, tag: `"${hash}"`, length: isCompressed ? 0 : content.length };
    const file = join(folder, page, name);
    await mkdir(dirname(file), { recursive: true });
    await (isCompressed ? writeFile(file, content) : writeCompressed(file, content));
  };
  // Sequentially, so that the order is always the same.
  for (const file of desk) await put('desk', file);
  for (const file of [...docs, shown]) await put('docs', file);
  await writeFile(join(folder, PAGES_LIST), JSON.stringify(list));
}

/** Brotli's highest quality takes seconds for a megabyte and leaves hardly less. */
const QUALITY = 9;

async function writeCompressed(file: string, content: string | Buffer): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  await writeFile(`${file}${SUFFIXES.br}`, brotliCompressSync(content, { params }));
  await writeFile(`${file}${SUFFIXES.gzip}`, gzipSync(content, { level: 9 }));
}
