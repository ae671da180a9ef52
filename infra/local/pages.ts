import type { IncomingMessage, ServerResponse } from 'node:http';
import { OPENAPI } from '../../functions/runtime/openapi.ts';
import { site } from '../../shared/core/site.ts';
import { PAGE_HEADERS } from '../../shared/http/pages.ts';
import type { deskFiles } from '../pages/desk/build.ts';
import { isPageFile, readPageFile, typeOf } from '../pages/reference/page-files.ts';

const DESK = '/desk';

export function isDesk({ url = '' }: IncomingMessage): boolean {
  return /^\/desk(?:[/?]|$)/.test(url);
}

/** The desk on this machine, built at the first request for it. */
export class LocalDesk {
  #built: ReturnType<typeof deskFiles> | undefined;

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? '';
    // The page refers to its files by relative paths.
    if (path === DESK) return void response.writeHead(308, { location: `${DESK}/` }).end();
    const name = path === `${DESK}/` ? 'index.html' : path.slice(DESK.length + 1);
    this.#built ??= import('../pages/desk/build.ts').then(desk => desk.deskFiles(site().timeZone));
    const file = (await this.#built).find(one => one.name === name);
    if (!file) return void response.writeHead(404, PAGE_HEADERS.desk).end();
    response.writeHead(200, { ...PAGE_HEADERS.desk, 'content-type': file.type }).end(file.content);
  }
}

const DOCS = '/docs';

export function isDocs({ url = '' }: IncomingMessage): boolean {
  return /^\/docs(?:[/?]|$)/.test(url);
}

/** The API reference on this machine. The page contains no key: the link that `npm start` prints has it in its fragment. */
export class LocalDocs {
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (path === DOCS) {
      redirect(response, `${DOCS}/`);
      return;
    }
    // The page refers to its files and to the document by relative paths.
    const name = path === `${DOCS}/` ? 'index.html' : path.slice(DOCS.length + 1);
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
