import type { IncomingMessage, ServerResponse } from 'node:http';
import { site } from '../../shared/core/site.ts';
import { PAGE_HEADERS } from '../../shared/http/pages.ts';
import type { deskFiles } from '../pages/desk/build.ts';

const ROOT = '/desk';

export function isDesk({ url = '' }: IncomingMessage): boolean {
  return /^\/desk(?:[/?]|$)/.test(url);
}

/** The desk on this machine, built at the first request for it. */
export class LocalDesk {
  #built: ReturnType<typeof deskFiles> | undefined;

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? '';
    // The page refers to its files by relative paths.
    if (path === ROOT) return void response.writeHead(308, { location: `${ROOT}/` }).end();
    const name = path === `${ROOT}/` ? 'index.html' : path.slice(ROOT.length + 1);
    this.#built ??= import('../pages/desk/build.ts').then(desk => desk.deskFiles(site().timeZone));
    const file = (await this.#built).find(one => one.name === name);
    if (!file) return void response.writeHead(404, PAGE_HEADERS.desk).end();
    response.writeHead(200, { ...PAGE_HEADERS.desk, 'content-type': file.type }).end(file.content);
  }
}
