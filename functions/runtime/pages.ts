import {
  isRead,
  withPlainHeaders,
  type HttpEvent,
  type HttpResult,
} from '../../shared/platform/http/event.ts';
import { PAGE_HEADERS } from '../../shared/platform/http/pages.ts';
import { respond, type Body } from '../../shared/platform/http/respond.ts';

type Answering = (event: HttpEvent) => Promise<HttpResult>;
type Page = keyof typeof PAGE_HEADERS;

/** A file of the desk or the reference. */
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

/** Serves the desk and the reference, which may be missing, and passes all other requests to `others`. */
export function withPages(find: FindFile, others: Answering): Answering {
  return async event => {
    const [, page = '', file] = /^\/([a-z]+)(?:\/([\w.-]*))?$/.exec(event.requestContext.http.path) ?? [];
    if (!isRead(event) || !isPage(page)) return await others(event);
    const found = await find(`${page}/${file === undefined || file === '' ? 'index.html' : file}`);
    if (!found) return await others(event);
    // The page refers to its files by relative paths.
    return file === undefined ? redirect(event, `/${page}/`) : await render(event, page, found);
  };
}

function redirect({ requestContext }: HttpEvent, location: string): HttpResult {
  return {
    statusCode: 308,
    headers: { location, 'x-request-id': requestContext.requestId },
    body: '',
    isBase64Encoded: false,
  };
}

async function render(event: HttpEvent, page: Page, { type, tag, body }: PageFile): Promise<HttpResult> {
  const headers = {
    ...PAGE_HEADERS[page],
    'content-type': type,
    'x-request-id': event.requestContext.requestId,
    etag: tag,
  };
  return await respond(withPlainHeaders(event), { headers, body });
}
