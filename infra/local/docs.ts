import type { IncomingMessage, ServerResponse } from 'node:http';
import { OPENAPI } from '../../functions/runtime/openapi.ts';
import { PAGE_HEADERS } from '../../shared/http/pages.ts';
import { isPageFile, readPageFile, typeOf } from '../pages/reference/page-files.ts';

const ROOT = '/docs';

export function isDocs({ url = '' }: IncomingMessage): boolean {
  return /^\/docs(?:[/?]|$)/.test(url);
}

/** The API reference on this machine. The page contains no key: the link that `npm start` prints has it in its fragment. */
export class LocalDocs {
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (path === ROOT) {
      redirect(response, `${ROOT}/`);
      return;
    }
    // The page refers to its files and to the document by relative paths.
    const name = path === `${ROOT}/` ? 'index.html' : path.slice(ROOT.length + 1);
    if (`/${name}` === OPENAPI.path) redirect(response, OPENAPI.path);
    else if (!isPageFile(name)) response.writeHead(404, PAGE_HEADERS.docs).end();
    else {
      const headers = { ...PAGE_HEADERS.docs, 'content-type': typeOf(name) };
      response.writeHead(200, headers).end(await readPageFile(name));
    }
  }
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(308, { ...PAGE_HEADERS.docs, location }).end();
}
