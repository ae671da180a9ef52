import { CLIENT_FILE, type FindFile, type PageFile } from '../../../functions/runtime/pages.ts';
import { lazy } from '../../../shared/platform/core/lazy.ts';
import { listRoles, site } from '../../../shared/platform/site/site.ts';
import { entityTag } from '../../../shared/platform/http/answer.ts';
import { EncodedText } from '../../../shared/platform/http/encoding/encoded-text.ts';

const DESK = 'desk/';
const DOCS = 'docs/';
const SIGN_IN = 'sign-in/';

/**
 * The desk, the sign-in page, the API reference and the client, each built at the first request for it. The pages contain no key: the links that
 * `npm start` prints have it in their fragment.
 * @param readDocument returns the OpenAPI document, of which the reference is made
 */
export function createLocalPages(readDocument: () => Promise<string>): FindFile {
  const desk = lazy(async () => {
    const { buildDesk } = await import('../../sites/desk/build.ts');
    return await buildDesk({
      timeZone: site().timeZone,
      roles: listRoles(site()),
      passwords: site().signIn.passwords,
      singleSignOn: site().signIn.singleSignOn !== undefined,
      document: await readDocument(),
    });
  });
  const signIn = lazy(async () => {
    const { signInFiles } = await import('../../sites/sign-in/build.ts');
    return await signInFiles(site());
  });
  const docs = lazy(async () => {
    const { referenceFiles } = await import('../../sites/reference/pages/build.ts');
    return await referenceFiles(await readDocument());
  });
  const client = lazy(async () => {
    const { clientArchive } = await import('../../client/package.ts');
    return await clientArchive(await readDocument());
  });
  return async path => {
    if (path === CLIENT_FILE) return archiveFile(await client());
    if (path.startsWith(DESK)) return findFile(await desk(), path.slice(DESK.length));
    if (path.startsWith(SIGN_IN)) return findFile(await signIn(), path.slice(SIGN_IN.length));
    return path.startsWith(DOCS) ? findFile(await docs(), path.slice(DOCS.length)) : undefined;
  };
}

function findFile(
  files: readonly { name: string; type: string; content: string }[],
  name: string,
): PageFile | undefined {
  const file = files.find(candidate => candidate.name === name);
  return file && textFile(file.type, file.content);
}

function archiveFile(content: Buffer): PageFile {
  const body = { length: 0, read: () => Promise.resolve(content) };
  return { type: 'application/gzip', tag: entityTag(content.toString('base64')), body };
}

function textFile(type: string, content: string): PageFile {
  return { type, tag: entityTag(content), body: new EncodedText(content) };
}
