import type { FindFile, PageFile } from '../../../functions/runtime/pages.ts';
import { lazy } from '../../../shared/platform/core/lazy.ts';
import { site } from '../../../shared/platform/site/site.ts';
import { entityTag } from '../../../shared/platform/http/answer.ts';
import { EncodedText } from '../../../shared/platform/http/encoded-text.ts';
import { isPageFile, readPageFile, getType } from '../../sites/reference/page-files.ts';

const DESK = 'desk/';
const DOCS = 'docs/';

/**
 * The desk, built at the first request for it, and the API reference. The reference contains no key: the link that `npm start` prints
 * has it in its fragment.
 * @param readDocument returns the OpenAPI document, to which the reference refers by a relative path
 */
export function createLocalPages(readDocument: () => Promise<string>): FindFile {
  const desk = lazy(async () => {
    const { deskFiles } = await import('../../sites/desk/build.ts');
    return await deskFiles(site().timeZone);
  });
  const findInDesk = async (name: string): Promise<PageFile | undefined> => {
    const file = (await desk()).find(one => one.name === name);
    return file && textFile(file.type, file.content);
  };
  const findInDocs = async (name: string): Promise<PageFile | undefined> => {
    if (name === 'openapi.json') return textFile('application/json; charset=utf-8', await readDocument());
    if (!isPageFile(name)) return undefined;
    const [type, content] = [getType(name), await readPageFile(name)];
    return type.startsWith('image/') ? pictureFile(type, content) : textFile(type, content.toString());
  };
  return async path => {
    if (path.startsWith(DESK)) return await findInDesk(path.slice(DESK.length));
    return path.startsWith(DOCS) ? await findInDocs(path.slice(DOCS.length)) : undefined;
  };
}

function textFile(type: string, content: string): PageFile {
  return { type, tag: entityTag(content), body: new EncodedText(content) };
}

function pictureFile(type: string, content: Buffer): PageFile {
  const tag = entityTag(content.toString('base64'));
  return { type, tag, body: { length: 0, read: () => Promise.resolve(content) } };
}
