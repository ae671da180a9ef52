import type { IncomingMessage, ServerResponse } from 'node:http';
import { routeList } from '../../../functions/routes/index.ts';
import { renderError } from '../../../functions/runtime/render.ts';
import { matcher } from '../../../functions/runtime/routing.ts';
import { renderRefusal } from '../../../functions/runtime/site.ts';
import type { ApiError } from '../../../shared/platform/core/errors.ts';
import { readApiKey } from '../../../shared/platform/http/credentials.ts';
import type { HttpEvent, HttpResult } from '../../../shared/platform/http/event.ts';
import { toApiError } from '../../../shared/platform/http/failure.ts';
import { DiskUnavailable, type Disk } from '../disk.ts';
import { Overloaded } from './overloaded.ts';
import type { Writer } from './back-pressure.ts';
import { applyCors, type LocalCors } from './cors.ts';
import { decodePath, toHttpEvent } from './event.ts';
import type { Invoke } from './invocation.ts';
import { checkBody, readBody } from './limits.ts';

export function mayWrite({ method }: IncomingMessage): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** Runs a request when it has a place. @throws Overloaded */
export type Admit = <T>(
  request: IncomingMessage,
  key: string | undefined,
  work: () => Promise<T>,
) => Promise<T>;

export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const DEFAULT_ROUTE = { key: '$default', parameters: {} };

export interface ApiOptions {
  admit: Admit;
  invoke: Invoke;
  /** Whether public data is answered without a key. */
  isOpen: (request: IncomingMessage, path: string) => boolean;
  /** The other origins whose pages may call the API; none by default. */
  cors: LocalCors | undefined;
  /** The disk of the data folder. While it cannot be written, writes are answered with 503. */
  disk: Disk | undefined;
  /** Called before each request that may write, which begins when it resolves. */
  beforeWrite: (writer: Writer) => Promise<void>;
  /** Called after each request that may have written. */
  afterWrite: () => void;
}

/** The HTTP API: finds the route, builds the event, runs the function and sends its result. */
export function apiListener({
  admit,
  invoke,
  isOpen,
  cors,
  disk,
  beforeWrite,
  afterWrite,
}: ApiOptions): Listener {
  const match = matcher(routeList);
  return async (request, response) => {
    const { method = 'GET' } = request;
    const path = decodePath((request.url ?? '/').split('?')[0] ?? '/');
    const found = match(method, path);
    const route = found
      ? { key: `${method} ${found.route.path}`, parameters: found.parameters }
      : DEFAULT_ROUTE;
    const body = await readBody(request, found?.route.ceilings?.requestBytes);
    const isWrite = mayWrite(request);
    const event: HttpEvent = {
      ...toHttpEvent(request, body ?? Buffer.alloc(0), route),
      ...(isOpen(request, path) && { isOpen: true }),
    };
    const key = readApiKey(event);
    const answer = async (): Promise<HttpResult> => {
      if (isWrite) await beforeWrite({ key, connection: request.socket });
      const refusal = checkBody(body, event) ?? (isWrite ? checkDisk(disk) : undefined);
      if (refusal) return renderError(refusal, event);
      return await admit(request, key, () => invoke(event, found?.route));
    };
    const invoked = await answer().catch((error: unknown) => renderRefusal(toApiError(error), event));
    const fault = isWrite && invoked.statusCode >= 500 ? checkDisk(disk) : undefined;
    const result = fault ? renderError(fault, event) : invoked;
    send(response, cors ? { ...result, headers: applyCors(cors, request, result.headers) } : result);
    if (isWrite) afterWrite();
  };
}

/** Also called after a failed write, which may have been the first to find the disk full. */
function checkDisk(disk: Disk | undefined): ApiError | undefined {
  return disk?.fault === undefined ? undefined : new DiskUnavailable(disk.fault);
}

export function refuse(request: IncomingMessage, response: ServerResponse, error: ApiError): Promise<void> {
  // Drains the request; otherwise the client would not read the response.
  request.resume();
  send(response, renderError(error, toHttpEvent(request, Buffer.alloc(0), DEFAULT_ROUTE)));
  return Promise.resolve();
}

export function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  // A client that closes its connection in the middle of a body is no fault of the service.
  const isGone = request.destroyed && !request.complete;
  if (!isGone && !(error instanceof Overloaded)) console.error(error);
  if (response.headersSent || response.destroyed) response.destroy();
  else void refuse(request, response, toApiError(error));
}

function send(
  response: ServerResponse,
  { statusCode, headers, cookies, body, isBase64Encoded }: HttpResult,
): void {
  const sent = isBase64Encoded ? Buffer.from(body, 'base64') : body;
  const length = { 'content-length': Buffer.byteLength(sent) };
  if (cookies) response.setHeader('set-cookie', cookies);
  // The answer to a HEAD names the length of the body that it leaves out.
  response.writeHead(statusCode, statusCode === 304 ? headers : { ...length, ...headers });
  response.end(sent);
}
