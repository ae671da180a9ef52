import {
  isRead,
  withPlainHeaders,
  type HttpEvent,
  type HttpHandler,
  type HttpResult,
} from '../../shared/platform/http/event.ts';
import { COMMON_HEADERS, PAGE_HEADERS } from '../../shared/platform/http/pages.ts';
import { respond, type Body } from '../../shared/platform/http/respond.ts';

type Page = keyof typeof PAGE_HEADERS;

/** A file of a page. */
export interface PageFile {
  type: string;
  /** The entity tag of the uncompressed content. */
  tag: string;
  body: Body;
}

/** Finds a file by its path: `desk/index.html`. */
export type FindFile = (path: string) => Promise<PageFile | undefined>;

function isPage(name: string): name is Page {
  return Object.hasOwn(PAGE_HEADERS, name);
}

/** The client as a package, for `npm install` with its address. */
export const CLIENT_FILE = 'client.tgz';

/** Serves the desk, the reference, the sign-in page and the client, which may be missing, and passes all other requests to `next`. */
export function withPages(find: FindFile, next: HttpHandler): HttpHandler {
  return async event => {
    if (isRead(event) && event.requestContext.http.path === `/${CLIENT_FILE}`)
      return await download(event, await find(CLIENT_FILE), next);
    const [, page = '', path] = /^\/([a-z-]+)(?:\/([\w./-]*))?$/.exec(event.requestContext.http.path) ?? [];
    if (!isRead(event) || !isPage(page)) return await next(event);
    const file = chooseFile(page, path);
    const found = await find(`${page}/${file}`);
    if (!found) return await next(event);
    // The page refers to its files by relative paths.
    return path === undefined ? redirect(event, `/${page}/`) : await render(event, { page, file, found });
  };
}

async function download(
  event: HttpEvent,
  found: PageFile | undefined,
  next: HttpHandler,
): Promise<HttpResult> {
  if (!found) return await next(event);
  const headers = {
    ...COMMON_HEADERS,
    'content-type': found.type,
    'x-request-id': event.requestContext.requestId,
    etag: found.tag,
  };
  return await respond(withPlainHeaders(event), { headers, body: found.body });
}

/** The desk has an address for each of its views, which its page reads: those without a file extension answer the page. */
function chooseFile(page: Page, path = ''): string {
  const isView = page === 'desk' && !/\.[^/]*$/.test(path);
  return path === '' || isView ? 'index.html' : path;
}

/** The query stays: it may say where the page leads on to. */
function redirect({ requestContext, rawQueryString: query }: HttpEvent, folder: string): HttpResult {
  return {
    statusCode: 308,
    headers: {
      location: query === '' ? folder : `${folder}?${query}`,
      'x-request-id': requestContext.requestId,
    },
    body: '',
    isBase64Encoded: false,
  };
}

/** Files whose name contains a hash of their content never change. */
const HASHED = /-[A-Z0-9]{8}\.(?:js|css)$/;

interface Answered {
  page: Page;
  file: string;
  found: PageFile;
}

async function render(event: HttpEvent, { page, file, found }: Answered): Promise<HttpResult> {
  const headers = {
    ...PAGE_HEADERS[page === 'desk' && file === 'frame.html' ? 'frame' : page],
    ...(page === 'desk' && HASHED.test(file) && { 'cache-control': 'public, max-age=31536000, immutable' }),
    'content-type': found.type,
    'x-request-id': event.requestContext.requestId,
    etag: found.tag,
  };
  return await respond(withPlainHeaders(event), { headers, body: found.body });
}
