import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PAGES_LIST } from '../../functions/runtime/pages.ts';
import { deskFiles } from '../pages/desk/build.ts';
import { pageFiles } from '../pages/reference/page-files.ts';

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

/** Writes the desk and the reference in the form that functions/runtime/pages.ts serves. */
export async function writePages(folder: string, { document, timeZone }: Shown): Promise<void> {
  const [desk, docs]: [PageFile[], PageFile[]] = await Promise.all([deskFiles(timeZone), pageFiles()]);
  const shown = { name: 'openapi.json', type: 'application/json; charset=utf-8', content: document };
  const list: Record<string, { type: string; tag: string }> = {};
  const put = async (page: string, { name, type, content }: PageFile): Promise<void> => {
    const hash = createHash('sha1').update(content).digest('base64url').slice(0, 16);
    list[`${page}/${name}`] = { type, tag: `"${hash}"` };
    const file = join(folder, page, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, gzipSync(content, { level: 9 }));
  };
  // Sequentially, so that the order is always the same.
  for (const file of desk) await put('desk', file);
  for (const file of [...docs, shown]) await put('docs', file);
  await writeFile(join(folder, PAGES_LIST), JSON.stringify(list));
}
