import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Desk } from '../desk/build.ts';

const ROOT = '/desk';

export const isDesk = ({ url = '' }: IncomingMessage): boolean => /^\/desk(?:[/?]|$)/.test(url);

const TYPES: Record<keyof Desk, string> = {
  'index.html': 'text/html; charset=utf-8',
  'desk.css': 'text/css; charset=utf-8',
  'desk.js': 'text/javascript; charset=utf-8',
};

/**
 * The page asks the service, and the bucket that takes uploads, here or elsewhere; pictures come from wherever files are served. It runs
 * no script but its own, and nobody may put it in a frame: its buttons publish.
 */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: http: https:; connect-src 'self' http: https:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

/** The newsroom's desk on this machine, built when it is first asked for. */
export class LocalDesk {
  #built: Promise<Desk> | undefined;

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? '';
    // The page names its files beside itself.
    if (path === ROOT) return void response.writeHead(308, { location: `${ROOT}/` }).end();
    const name = path === `${ROOT}/` ? 'index.html' : path.slice(ROOT.length + 1);
    this.#built ??= import('../desk/build.ts').then(({ buildDesk }) => buildDesk());
    const desk = await this.#built;
    if (!isFile(name)) return void response.writeHead(404, HEADERS).end();
    response.writeHead(200, { ...HEADERS, 'content-type': TYPES[name] }).end(desk[name]);
  }
}

const isFile = (name: string): name is keyof Desk => Object.hasOwn(TYPES, name);
