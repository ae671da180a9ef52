import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { routeList } from '../../functions/routes/index.ts';
import { serveUnknown } from '../../functions/runtime/not-found.ts';
import { OPENAPI, withOpenApi } from '../../functions/runtime/openapi.ts';
import { serveOnce } from '../../functions/runtime/serve-idempotent.ts';
import { serve, renderError, type Serve } from '../../functions/runtime/serve.ts';
import { TooLarge, Unavailable } from '../../shared/core/errors.ts';
import { utf8Length } from '../../shared/core/size.ts';
import type { HttpEvent, HttpResult } from '../../shared/http/event.ts';
import { toApiError } from '../../shared/http/failure.ts';
import { lambdaContext } from './context.ts';
import { isDesk, LocalDesk } from './desk.ts';
import { isDocs, LocalDocs } from './docs.ts';
import { decoded, eventOf } from './event.ts';
import { forLoopbackHosts, isLoopbackAddress } from './host.ts';
import { isMedia, LocalMedia } from './media.ts';
import { matcher } from './routing.ts';

/** API Gateway takes 10 MB of request; Lambda 6 MB of event, in which the body is a JSON string or base64. */
const LARGEST_REQUEST = 10_000_000;
const LARGEST_EVENT = 6 * 2 ** 20;
/** In JSON a character of the body takes at most six bytes. */
const SURELY_FITS = LARGEST_EVENT / 6 - 64_000;

export interface GatewayOptions {
  /** The name or address to listen on. On loopback, only requests under this machine's own names are answered. */
  host: string;
  port: number;
  /** Called after each request that may have written. */
  afterWrite: () => void;
  /** The functions to run; by default the sources. */
  functions?: Functions;
}

/** A function by the name of its route. */
export type Functions = (name: string) => Promise<Serve>;

type Row = (typeof routeList)[number];

const serverOf = ({ method }: Pick<Row, 'method'>) => (method === 'POST' ? serveOnce : serve);

/** Made when it is first asked for: it takes all endpoints. */
async function openApiText(): Promise<string> {
  const { openApi } = await import('../pages/reference/document.ts');
  return JSON.stringify(await openApi());
}

const fromSources: Functions = async name => {
  const route = routeList.find(row => row.name === name);
  if (!route) return withOpenApi(openApiText, serveUnknown([...routeList, OPENAPI]));
  return serverOf(route)(route, (await route.load()).default);
};

/** An API Gateway for this machine: the same routes, events, limits and functions, on one port. */
export async function startGateway({
  host,
  port,
  afterWrite,
  functions = fromSources,
}: GatewayOptions): Promise<Server> {
  const match = matcher(routeList);
  const run = runner(functions);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = request.method ?? 'GET';
    const found = match(method, decoded((request.url ?? '/').split('?')[0] ?? '/'));
    const route = {
      key: found ? `${method} ${found.route.path}` : '$default',
      parameters: found?.parameters ?? {},
    };
    const body = await readBody(request);
    const event = eventOf(request, body ?? Buffer.alloc(0), route);
    send(response, body && fits(event, body) ? await run(event, found?.route) : tooLarge(event));
    if (method !== 'GET') afterWrite();
  };

  const media = new LocalMedia();
  const desk = new LocalDesk();
  const docs = new LocalDocs();
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const answered = isMedia(request)
      ? media.serve(request, response)
      : isDesk(request)
        ? desk.serve(request, response)
        : isDocs(request)
          ? docs.serve(request, response)
          : answer(request, response);
    answered.catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  };
  const server = createServer(isLoopbackAddress(host) ? forLoopbackHosts(listener) : listener);
  server.once('close', () => media.close());
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

/** Runs the function of a route, loaded at its first request. One that breaks is answered for, as API Gateway does. */
function runner(functions: Functions): (event: HttpEvent, route: Row | undefined) => Promise<HttpResult> {
  const loaded = new Map<string, Promise<Serve>>();
  const load = (name: string): Promise<Serve> => {
    const known = loaded.get(name) ?? functions(name);
    loaded.set(name, known);
    return known;
  };
  return async (event, route) => {
    try {
      return await invoke(await load(route?.name ?? '$default'), event, route?.timeoutS);
    } catch (error) {
      console.error(error);
      return renderError(toApiError(error), event);
    }
  };
}

const tooLarge = (event: HttpEvent): HttpResult =>
  renderError(new TooLarge('The request is over 6 MB; larger files go through POST /api/1.3/uploads'), event);

const fits = (event: HttpEvent, body: Buffer): boolean =>
  body.length < SURELY_FITS || utf8Length(JSON.stringify(event)) <= LARGEST_EVENT;

/** As API Gateway does, gives a function up when its time is over. */
async function invoke(handler: Serve, event: HttpEvent, timeoutS = 29): Promise<HttpResult> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<HttpResult>(resolve => {
    timer = setTimeout(() => resolve(renderError(new Unavailable(), event)), timeoutS * 1000);
  });
  try {
    return await Promise.race([
      handler(event, lambdaContext(event.requestContext.requestId, timeoutS)),
      timeout,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** undefined when the request is too large; the rest of it is read and dropped so that the answer gets through. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= LARGEST_REQUEST) chunks.push(chunk);
  }
  return length <= LARGEST_REQUEST ? Buffer.concat(chunks) : undefined;
}

function send(response: ServerResponse, { statusCode, headers, body, isBase64Encoded }: HttpResult): void {
  const sent = isBase64Encoded ? Buffer.from(body, 'base64') : body;
  response.writeHead(
    statusCode,
    statusCode === 304 ? headers : { ...headers, 'content-length': Buffer.byteLength(sent) },
  );
  response.end(sent);
}
