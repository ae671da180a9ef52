import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { vi } from 'vitest';

/** What a hostile service does with a request: its own answer, or a changed answer of the real one. */
export interface Tampering {
  /** Answers the request itself. @returns whether it did */
  take?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Changes the JSON of an answer. */
  change?: (path: string, body: any) => unknown;
}

/** A service that answers like the real one behind it, except for what it tampers with. */
export class HostileService {
  tampering: Tampering = {};
  readonly paths: string[] = [];
  readonly #target: string;
  readonly #server: Server;

  constructor(target: string) {
    this.#target = target;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', method = '', headers } = request;
    const body = await buffer(request);
    this.paths.push(`${method} ${url}`);
    if (this.tampering.take?.(request, response)) return;
    const { host: _host, connection: _connection, 'content-length': _length, ...others } = headers;
    const init = { method, headers: others as Record<string, string>, redirect: 'manual' } as const;
    const real = await fetch(`${this.#target}${url}`, { ...init, ...(body.length > 0 && { body }) });
    const bytes = Buffer.from(await real.arrayBuffer());
    const isJson = real.headers.get('content-type')?.includes('json') ?? false;
    const text = bytes.toString().replaceAll(this.#target, this.url);
    const changed = isJson ? JSON.stringify(this.#changed(url, JSON.parse(text))) : bytes;
    const link = real.headers.get('link');
    response
      .writeHead(real.status, {
        'content-type': real.headers.get('content-type') ?? '',
        ...(link !== null && { link }),
      })
      .end(changed);
  }

  #changed(url: string, body: unknown): unknown {
    return this.tampering.change ? this.tampering.change(url, body) : body;
  }
}

/** Sends a body that never ends, as fast as it is read. */
export function sendForever(response: ServerResponse, start: string): true {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(start);
  const more = Buffer.alloc(2 ** 20, ' ');
  const pump = (): void => {
    while (!response.destroyed && response.write(more));
  };
  response.on('drain', pump);
  pump();
  return true;
}

/** Ends the pauses between attempts at once; their number stays. */
export function withoutPauses(): void {
  const { setTimeout: real } = globalThis;
  // The timers of fetch have arguments of their own.
  const isPause = (ms = 0, others: readonly unknown[]): boolean =>
    ms >= 200 && ms <= 30_000 && others.length === 0;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, ms, ...others) =>
    real(work, isPause(ms, others) ? 0 : ms, ...others),
  );
}

/** A character that a terminal would obey. */
export const OBEYED = /(?![\t\n])\p{Cc}/u;
