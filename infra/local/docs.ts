import type { IncomingMessage, ServerResponse } from 'node:http';
import { OPENAPI } from '../../functions/openapi.ts';
import { PAGE_HEADERS } from '../../shared/http/pages.ts';
import { isPageFile, readPageFile, typeOf, type PageFile } from '../reference/page-files.ts';

const ROOT = '/docs';

export const isDocs = ({ url = '' }: IncomingMessage): boolean => /^\/docs(?:[/?]|$)/.test(url);

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
const LOCAL_NAME = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Who may be given the key: a browser on this machine that was sent here by this machine's own name. Another name that leads here
 * would be another site's, whose pages could read what they are answered.
 */
const isOwner = ({ socket, headers }: IncomingMessage): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') && LOCAL_NAME.test(headers.host ?? '');

/** The API reference on this machine, its requests filled in with the administrator's key. */
export class LocalDocs {
  readonly #adminKey: string;

  constructor(adminKey: string) {
    this.#adminKey = adminKey;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (path === ROOT) {
      redirect(response, `${ROOT}/`);
      return;
    }
    // The page names its files, and the document, beside itself.
    const name = path === `${ROOT}/` ? 'index.html' : path.slice(ROOT.length + 1);
    if (`/${name}` === OPENAPI.path) redirect(response, OPENAPI.path);
    else if (!isPageFile(name)) response.writeHead(404, PAGE_HEADERS.docs).end();
    else {
      const content = await this.#contentOf(name, request);
      response.writeHead(200, { ...PAGE_HEADERS.docs, 'content-type': typeOf(name) }).end(content);
    }
  }

  async #contentOf(name: PageFile, request: IncomingMessage): Promise<Buffer | string> {
    const content = await readPageFile(name);
    if (name !== 'index.html' || !isOwner(request)) return content;
    const key = encodeURIComponent(this.#adminKey);
    return content.toString().replace('name="api-key" content=""', () => `name="api-key" content="${key}"`);
  }
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(308, { ...PAGE_HEADERS.docs, location }).end();
}
