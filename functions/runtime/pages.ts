import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as v from 'valibot';
import { acceptsGzip, noneMatch } from '../../shared/http/answer.ts';
import { withPlainHeaders, type HttpEvent, type HttpResult } from '../../shared/http/event.ts';
import { PAGE_HEADERS } from '../../shared/http/pages.ts';

type Answering = (event: HttpEvent) => Promise<HttpResult>;

const unzip = promisify<Buffer, Buffer>(gunzip);

/** The list of the pages' gzipped files with their content types. */
export const PAGES_LIST = 'pages.json';
const PageFile = v.object({ type: v.string(), tag: v.string() });
const List = v.record(v.string(), PageFile);
type Page = keyof typeof PAGE_HEADERS;

function isPage(name: string): name is Page {
  return Object.hasOwn(PAGE_HEADERS, name);
}

/** Serves the desk and the reference from a folder, which may be missing, and passes all other requests to `others`. */
export function withPages(folder: string, others: Answering): Answering {
  let list: Promise<v.InferOutput<typeof List>> | undefined;
  return async event => {
    const { method, path } = event.requestContext.http;
    const [, page = '', file] = /^\/([a-z]+)(?:\/([\w.-]*))?$/.exec(path) ?? [];
    if (method !== 'GET' || !isPage(page)) return await others(event);
    list ??= readList(folder);
    const files = await list;
    // The page refers to its files by relative paths.
    if (file === undefined && Object.hasOwn(files, `${page}/index.html`)) return redirect(event, `/${page}/`);
    const name = `${page}/${file === '' ? 'index.html' : file}`;
    const found = Object.hasOwn(files, name) ? files[name] : undefined;
    if (!found) return await others(event);
    return await render(withPlainHeaders(event), {
      ...found,
      headers: PAGE_HEADERS[page],
      read: () => readFile(join(folder, name)),
    });
  };
}

async function readList(folder: string): Promise<v.InferOutput<typeof List>> {
  const text = await readFile(join(folder, PAGES_LIST), 'utf8').catch(() => '{}');
  return v.parse(List, JSON.parse(text));
}

function redirect({ requestContext }: HttpEvent, location: string): HttpResult {
  return {
    statusCode: 308,
    headers: { location, 'x-request-id': requestContext.requestId },
    body: '',
    isBase64Encoded: false,
  };
}

interface Found {
  type: string;
  tag: string;
  headers: Record<string, string>;
  read: () => Promise<Buffer>;
}

async function render(event: HttpEvent, { type, tag, headers: own, read }: Found): Promise<HttpResult> {
  const headers = {
    ...own,
    'content-type': type,
    'x-request-id': event.requestContext.requestId,
    vary: 'accept-encoding',
    etag: tag,
  };
  if (noneMatch(event.headers['if-none-match'], tag))
    return { statusCode: 304, headers, body: '', isBase64Encoded: false };
  const zipped = await read();
  const isZipped = acceptsGzip(event);
  return {
    statusCode: 200,
    headers: { ...headers, ...(isZipped && { 'content-encoding': 'gzip' }) },
    body: (isZipped ? zipped : await unzip(zipped)).toString('base64'),
    isBase64Encoded: true,
  };
}
