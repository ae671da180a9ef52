import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type RequestListener, type Server } from 'node:http';
import { PROTECTION } from '../../shared/platform/http/protection.ts';
import { acceptBeforeRequests } from '../aws-local/http-api/accepting.ts';
import { Admission } from '../aws-local/http-api/admission.ts';
import { Background } from '../aws-local/lambda/background.ts';
import {
  CONNECTION_LIMITS,
  limitConnections,
  toServerOptions,
  type ConnectionLimits,
} from '../aws-local/http-api/connections.ts';
import { isHealth, sendHealth, type Health } from './health.ts';
import { toOrigin, restrictToLoopbackHosts, isLoopbackAddress } from '../aws-local/host.ts';
import { invoker, type Functions } from '../aws-local/http-api/invocation.ts';
import { InnerCalls } from './pages/inner-calls.ts';
import { checkHead } from '../aws-local/http-api/limits.ts';
import {
  apiListener,
  fail,
  mayWrite,
  refuse,
  type Admit,
  type ApiOptions,
  type Listener,
} from '../aws-local/http-api/listener.ts';
import { isMedia, LocalMedia } from '../aws-local/http-api/media.ts';
import { functionsFromSources } from './source-functions.ts';

export interface GatewayOptions
  extends Pick<ApiOptions, 'afterWrite'>, Partial<Pick<ApiOptions, 'beforeWrite' | 'cors' | 'disk'>> {
  /** The name or address to listen on. On loopback, requests with another `Host` are refused. */
  host: string;
  port: number;
  /** Waits while requests are served. */
  background?: Background;
  /** Whether the readers' site, feeds and sitemaps answer without `features.publicRead`. */
  hasOpenSite?: boolean;
  /** The answer to `GET /health`. */
  readHealth?: (() => Promise<Health>) | undefined;
  /** The functions to run; by default from the sources. */
  functions?: Functions;
  /** Multiplies API Gateway's time-outs. Tests raise it, because they must also pass on a slow machine. */
  patience?: number;
  admission?: Admission;
  /** Replaces some of the limits. */
  connectionLimits?: Partial<ConnectionLimits>;
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
  const own =
    functions ?? functionsFromSources(() => toOrigin(host, (server.address() as AddressInfo).port), inner);
  const invoke = invoker(own, patience);
  const admit = createAdmit(admission, inner);
  const api = apiListener({
    admit,
    // Background work may begin as many calls as there are running requests. Waiting requests do not count, because others run while they
    // wait.
    invoke: (event, route) => background.serve(() => invoke(event, route)),
    isOpen: (request, path) => hasOpenSite && (inner.has(request) || !path.startsWith('/api/')),
    cors,
    disk,
    beforeWrite,
    afterWrite,
  });
  const media = new LocalMedia();
  const listener = createListener({ api, media, admit, readHealth });
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

interface Answering extends Pick<GatewayOptions, 'readHealth'> {
  api: Listener;
  media: LocalMedia;
  admit: Admit;
}

/** Answers requests for files and for the health of the service, and passes all others to the API. */
function createListener({ api, media, admit, readHealth }: Answering): RequestListener {
  const answer: Listener = (request, response) => {
    const refusal = checkHead(request);
    if (refusal) return refuse(request, response, refusal);
    if (isMedia(request)) return admit(request, undefined, () => media.serve(request, response));
    if (readHealth && isHealth(request)) return sendHealth(response, readHealth);
    return api(request, response);
  };
  return (request, response) => {
    answer(request, response).catch((error: unknown) => fail(request, response, error));
  };
}

/** Sets the headers that every answer has; functions set them too, but refusals and files have no function. */
function protectAnswers(listener: RequestListener): RequestListener {
  return (request, response) => {
    for (const [name, value] of Object.entries(PROTECTION)) response.setHeader(name, value);
    listener(request, response);
  };
}

/** The calls of a page need no place of their own. If they did, pages could take all places and wait for each other. */
function createAdmit(admission: Admission, inner: InnerCalls): Admit {
  return async (request, key, work) => {
    if (inner.has(request)) return await work();
    const { socket: connection } = request;
    const isGone = (): boolean => connection.destroyed;
    return await admission.run({ key, connection, isWrite: mayWrite(request), isGone }, work);
  };
}
