import {
  Agent as HttpAgent,
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { urlToHttpOptions } from 'node:url';

export interface Response {
  status: number;
  /** The header with the service's time. */
  date: string | undefined;
  text: string;
}

export interface Timeouts {
  connectMs: number;
  /** How long a connection may be silent while a request waits for its response. */
  silenceMs: number;
}

const AGENT = { keepAlive: true, maxSockets: 50 };
/** With all retries, the gateway's limit of 30 s is not reached. */
const TIMEOUTS: Timeouts = { connectMs: 1_000, silenceMs: 5_000 };
/** The names of errors decide about retries, as those of the SDK's own request handler do. */
const TIMEOUT_ERROR = 'TimeoutError';
const TIMEOUT_CODES = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'];

/** Sends POST requests to one address over connections that stay open. */
export class Sockets {
  readonly #timeouts: Timeouts;
  readonly #agent: HttpAgent;
  readonly #options: RequestOptions;
  readonly #request: typeof requestHttp;

  constructor(url: URL, timeouts = TIMEOUTS) {
    const isSecure = url.protocol === 'https:';
    this.#timeouts = timeouts;
    this.#agent = isSecure ? new HttpsAgent(AGENT) : new HttpAgent(AGENT);
    this.#options = {
      ...urlToHttpOptions(url),
      agent: this.#agent,
      method: 'POST',
      timeout: timeouts.silenceMs,
    };
    this.#request = isSecure ? requestHttps : requestHttp;
  }

  /** @throws Error with the name TimeoutError, or with the code of a failed connection */
  post(headers: Record<string, string>, body: string): Promise<Response> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => reject(named(error));
      const request = this.#request({ ...this.#options, headers }, response =>
        readResponse(response, resolve, fail),
      );
      request.on('error', fail);
      request.on('timeout', () => this.#limitSilence(request));
      limitConnecting(request, this.#timeouts.connectMs);
      // One write for headers and body, which a string allows.
      request.end(body);
    });
  }

  /**
   * A process that stood still, as Lambda freezes one, sees the time-out before what has arrived since. So it reads first: an
   * immediate runs after the pending events of connections. A request has its time-out once; a connection that was not silent after
   * all has it again.
   */
  #limitSilence(request: ClientRequest): void {
    const { socket } = request;
    const before = socket?.bytesRead;
    setImmediate(() => {
      if (request.destroyed) return;
      if (socket?.bytesRead === before) {
        request.destroy(timeoutError(this.#timeouts.silenceMs));
        return;
      }
      const limitAgain = (): void => this.#limitSilence(request);
      socket?.once('timeout', limitAgain);
      // Another request may use the connection then.
      request.once('close', () => socket?.off('timeout', limitAgain));
    });
  }

  destroy(): void {
    this.#agent.destroy();
  }
}

function readResponse(
  response: IncomingMessage,
  resolve: (response: Response) => void,
  fail: (error: Error) => void,
): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('error', fail);
  response.on('end', () =>
    resolve({ status: response.statusCode ?? 0, date: response.headers.date, text: textFrom(chunks) }),
  );
}

/** Most responses arrive in one piece, which needs no copy. */
function textFrom([first, ...others]: readonly Buffer[]): string {
  if (!first) return '';
  return (others.length === 0 ? first : Buffer.concat([first, ...others])).toString();
}

function limitConnecting(request: ClientRequest, ms: number): void {
  request.on('socket', socket => {
    if (!socket.connecting) return;
    const limit = (): void => {
      if (socket.connecting) request.destroy(timeoutError(ms));
    };
    const timer = setTimeout(() => setImmediate(limit), ms);
    socket.once('connect', () => clearTimeout(timer));
    socket.once('close', () => clearTimeout(timer));
  });
}

function timeoutError(ms: number): Error {
  return Object.assign(new Error(`DynamoDB was silent for ${ms} ms`), { name: TIMEOUT_ERROR });
}

function named(error: Error & { code?: string }): Error {
  return TIMEOUT_CODES.includes(error.code ?? '') ? Object.assign(error, { name: TIMEOUT_ERROR }) : error;
}
