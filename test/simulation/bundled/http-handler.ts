import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { simulation } from './simulation.ts';

interface SdkRequest {
  method: string;
  port?: number;
  path: string;
  query?: Record<string, string | string[] | null>;
  headers: Record<string, string>;
  body?: string | Uint8Array | Readable;
}

export const DEFAULT_REQUEST_TIMEOUT = 0;

/** Takes the place of the AWS SDK's handler, which sends requests by Node.js's client: it sends them on the simulated network. */
export class NodeHttpHandler {
  readonly metadata = { handlerProtocol: 'http/1.1' };

  static create(given?: unknown): NodeHttpHandler {
    return given instanceof NodeHttpHandler ? given : new NodeHttpHandler();
  }

  async handle({ method, port = 80, path, query = {}, headers, body = '' }: SdkRequest): Promise<object> {
    const search = Object.entries(query).flatMap(toParameters).join('&');
    const reply = await simulation().request({
      method,
      port,
      path: search === '' ? path : `${path}?${search}`,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      body: body instanceof Readable ? await buffer(body) : Buffer.from(body),
    });
    return {
      response: { statusCode: reply.status, headers: reply.headers, body: Readable.from([reply.body]) },
    };
  }

  updateHttpClientConfig(): void {
    // It has none.
  }

  httpHandlerConfigs(): object {
    return {};
  }

  destroy(): void {
    // It keeps no connections.
  }
}

function toParameters([name, value]: [string, string | string[] | null]): string[] {
  if (value === null) return [escape(name)];
  return [value].flat().map(one => `${escape(name)}=${escape(one)}`);
}

function escape(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
