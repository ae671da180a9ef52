import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { CLIENT_FILE } from '../../functions/runtime/pages.ts';
import { PAGES_LIST, SUFFIXES, type Listed } from '../../functions/runtime/page-folder.ts';
import { buildDesk } from '../sites/desk/build.ts';
import { referenceFiles } from '../sites/reference/pages/build.ts';
import { signInFiles, type SignInSite } from '../sites/sign-in/build.ts';

const CLIENT_TYPE = 'application/gzip';

interface PageFile {
  name: string;
  type: string;
  content: string | Buffer;
}

interface Shown extends SignInSite {
  /** The OpenAPI document of the reference. */
  document: string;
  /** The site's time zone, in which the desk shows times. */
  timeZone: string;
  /** The roles that the desk offers. */
  roles: readonly string[];
  /** The client's package. */
  client: Buffer;
}

/** Writes the desk, the reference and the sign-in page in the form that functions/runtime/page-folder.ts reads. */
export async function writePages(
  folder: string,
  { document, timeZone, roles, client, ...site }: Shown,
): Promise<void> {
  const { passwords, singleSignOn } = site.signIn;
  const [desk, docs, signIn]: [PageFile[], PageFile[], PageFile[]] = await Promise.all([
    buildDesk({ timeZone, roles, passwords, singleSignOn: singleSignOn !== undefined, document }),
    referenceFiles(document),
    signInFiles(site),
  ]);
  const list: Record<string, Listed> = {};
  const put = async (page: string, { name, type, content }: PageFile): Promise<void> => {
    const hash = createHash('sha1').update(content).digest('base64url').slice(0, 16);
    const isCompressed = type === CLIENT_TYPE;
    const path = join(page, name);
    list[path] = { type, tag: `"${hash}"`, length: isCompressed ? 0 : content.length };
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await (isCompressed ? writeFile(file, content) : writeCompressed(file, content));
  };
  // Sequentially, so that the order is always the same.
  for (const file of desk) await put('desk', file);
  for (const file of docs) await put('docs', file);
  for (const file of signIn) await put('sign-in', file);
  await put('.', { name: CLIENT_FILE, type: CLIENT_TYPE, content: client });
  await writeFile(join(folder, PAGES_LIST), JSON.stringify(list));
}

/** Brotli's highest quality takes seconds for a megabyte and leaves hardly less. */
const QUALITY = 9;

async function writeCompressed(file: string, content: string | Buffer): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  await writeFile(`${file}${SUFFIXES.br}`, brotliCompressSync(content, { params }));
  await writeFile(`${file}${SUFFIXES.gzip}`, gzipSync(content, { level: 9 }));
}
