import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { routeList } from '../../functions/routes/index.ts';
import { withEdge } from '../../functions/runtime/edge.ts';
import { serveUnknown } from '../../functions/runtime/not-found.ts';
import { renderRefusal, withSite } from '../../functions/runtime/site.ts';
import { OPENAPI, withOpenApi } from '../../functions/runtime/openapi.ts';
import { serveOnce } from '../../functions/runtime/serve-idempotent.ts';
import { withPages } from '../../functions/runtime/pages.ts';
import { renderError } from '../../functions/runtime/render.ts';
import { matcher } from '../../functions/runtime/routing.ts';
import { serve, type Serve } from '../../functions/runtime/serve.ts';
import { withTrailingSlash } from '../../functions/runtime/trailing-slash.ts';
import type { ApiError } from '../../shared/platform/core/errors.ts';
import { lazy } from '../../shared/platform/core/lazy.ts';
import { readApiKey } from '../../shared/platform/http/credentials.ts';
import type { HttpEvent, HttpResult } from '../../shared/platform/http/event.ts';
import { toApiError } from '../../shared/platform/http/failure.ts';
import { PROTECTION } from '../../shared/platform/http/protection.ts';
import { acceptBeforeRequests } from '../aws-local/http-api/accepting.ts';
import { Admission, Overloaded } from '../aws-local/http-api/admission.ts';
import type { Writer } from '../aws-local/http-api/back-pressure.ts';
import { Background } from '../aws-local/lambda/background.ts';
import {
  CONNECTION_LIMITS,
  limitConnections,
  toServerOptions,
  type ConnectionLimits,
} from '../aws-local/http-api/connections.ts';
import { applyCors, type LocalCors } from '../aws-local/http-api/cors.ts';
import { createLocalPages } from './pages/pages.ts';
import { DiskUnavailable, type Disk } from '../aws-local/disk.ts';
import { decodePath, toHttpEvent } from '../aws-local/http-api/event.ts';
import { isHealth, sendHealth, type Health } from './health.ts';
import { toOrigin, restrictToLoopbackHosts, isLoopbackAddress } from '../aws-local/host.ts';
import { invoker, type Functions, type Invoke } from '../aws-local/http-api/invocation.ts';
import { InnerCalls } from './pages/inner-calls.ts';
import { checkBody, checkHead, readBody } from '../aws-local/http-api/limits.ts';
import { isMedia, LocalMedia } from '../aws-local/http-api/media.ts';

export interface GatewayOptions {
  /** The name or address to listen on. On loopback, requests with another `Host` are refused. */
  host: string;
  port: number;
  /** Waits while requests are served. */
  background?: Background;
  /** Called before each request that may write, which begins when it resolves. */
  beforeWrite?: ((writer: Writer) => Promise<void>) | undefined;
  /** Whether the readers' site, feeds and sitemaps answer without `features.publicRead`. */
  hasOpenSite?: boolean;
  /** The disk of the data folder. While it cannot be written, writes are answered with 503. */
  disk?: Disk | undefined;
  /** The answer to `GET /health`. */
  readHealth?: (() => Promise<Health>) | undefined;
  /** Called after each request that may have written. */
  afterWrite: () => void;
  /** The other origins whose pages may call the API; none by default. */
  cors?: LocalCors | undefined;
  /** The functions to run; by default from the sources. */
  functions?: Functions;
  /** Multiplies API Gateway's time-outs. Tests raise it, because they must also pass on a slow machine. */
  patience?: number;
  admission?: Admission;
  /** Replaces some of the limits. */
  connectionLimits?: Partial<ConnectionLimits>;
}

type Row = (typeof routeList)[number];

function chooseServer({ method }: Pick<Row, 'method'>) {
  return method === 'POST' ? serveOnce : serve;
}

/** Built at the first request, because it loads all endpoints. */
async function readDocument(): Promise<string> {
  const { openApi } = await import('../sites/reference/document.ts');
  return JSON.stringify(await openApi());
}

/** The functions of the sources. `address` is the gateway's own address, whose API the readers' site calls. */
function fromSources(address: () => string, inner: InnerCalls): Functions {
  const openApiText = lazy(readDocument);
  const readers = withSite(
    async () => {
      const { createReadersSite } = await import('./pages/readers-site.ts');
      return await createReadersSite(address(), inner.fetch);
    },
    serveUnknown([...routeList, OPENAPI]),
  );
  const unknown = withOpenApi(openApiText, withPages(createLocalPages(openApiText), readers));
  const load = async (name: string): Promise<Serve | undefined> => {
    const route = routeList.find(row => row.name === name);
    return route && chooseServer(route)(route, (await route.load()).default);
  };
  return async name =>
    (await load(name)) ??
    ((event, context) =>
      withEdge(
        withTrailingSlash(routeList, async (found, plain) => (await load(found))!(plain, context), unknown),
      )(event));
}

/** An API Gateway for this machine: the same routes, events, limits and functions, on one port. */
export async function startGateway({
  host,
  port,
  beforeWrite = () => Promise.resolve(),
  afterWrite,
  disk,
  readHealth,
  hasOpenSite = false,
  cors,
  functions,
  patience = 1,
  background = new Background(),
  admission = new Admission({ patience }),
  connectionLimits,
}: GatewayOptions): Promise<Server> {
  const limits = { ...CONNECTION_LIMITS, ...connectionLimits };
  const inner = new InnerCalls();
  const own = functions ?? fromSources(() => toOrigin(host, (server.address() as AddressInfo).port), inner);
  const invoke = invoker(own, patience);
  const admit = createAdmit(admission, inner);
  const api = apiListener({
    admit,
    // Background work begins as many calls as requests run; those that wait make none, and while any waits, others run.
    invoke: (event, route) => background.serve(() => invoke(event, route)),
    isOpen: (request, path) => hasOpenSite && (inner.has(request) || !path.startsWith('/api/')),
    cors,
    disk,
    beforeWrite,
    afterWrite,
  });
  const media = new LocalMedia();
  const answer: Listener = (request, response) => {
    const refusal = checkHead(request);
    if (refusal) return refuse(request, response, refusal);
    if (isMedia(request)) return admit(request, undefined, () => media.serve(request, response));
    if (readHealth && isHealth(request)) return sendHealth(response, readHealth);
    return api(request, response);
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch((error: unknown) => fail(request, response, error));
  };
  const server = createServer(
    toServerOptions(limits),
    protectAnswers(isLoopbackAddress(host) ? restrictToLoopbackHosts(listener) : listener),
  );
  limitConnections(server, limits);
  acceptBeforeRequests(server, admission);
  server.once('close', () => media.close());
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

/** Sets the headers that every answer has; functions set them too, but refusals and files have no function. */
function protectAnswers(listener: RequestListener): RequestListener {
  return (request, response) => {
    for (const [name, value] of Object.entries(PROTECTION)) response.setHeader(name, value);
    listener(request, response);
  };
}

function mayWrite({ method }: IncomingMessage): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** Runs a request when it has a place. @throws Overloaded */
type Admit = <T>(request: IncomingMessage, key: string | undefined, work: () => Promise<T>) => Promise<T>;

/** The calls of a page need no place of their own. If they did, pages could take all places and wait for each other. */
function createAdmit(admission: Admission, inner: InnerCalls): Admit {
  return async (request, key, work) => {
    if (inner.has(request)) return await work();
    const { socket: connection } = request;
    const isGone = (): boolean => connection.destroyed;
    return await admission.run({ key, connection, isWrite: mayWrite(request), isGone }, work);
  };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface ApiOptions extends Pick<GatewayOptions, 'afterWrite' | 'cors' | 'disk'> {
  beforeWrite: (writer: Writer) => Promise<void>;
  admit: Admit;
  invoke: Invoke;
  /** Whether public data is answered without a key. */
  isOpen: (request: IncomingMessage, path: string) => boolean;
}

/** The HTTP API: finds the route, builds the event, runs the function and sends its result. */
function apiListener({ admit, invoke, isOpen, cors, disk, beforeWrite, afterWrite }: ApiOptions): Listener {
  const match = matcher(routeList);
  return async (request, response) => {
    const { method = 'GET' } = request;
    const path = decodePath((request.url ?? '/').split('?')[0] ?? '/');
    const found = match(method, path);
    const route = found
      ? { key: `${method} ${found.route.path}`, parameters: found.parameters }
      : { key: '$default', parameters: {} };
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

function refuse(request: IncomingMessage, response: ServerResponse, error: ApiError): Promise<void> {
  // Drains the request; otherwise the client would not read the response.
  request.resume();
  send(
    response,
    renderError(error, toHttpEvent(request, Buffer.alloc(0), { key: '$default', parameters: {} })),
  );
  return Promise.resolve();
}

function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
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
