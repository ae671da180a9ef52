import { Readable } from 'node:stream';
import type { Exchange } from '../../../shared/platform/http/guarded/exchange.ts';
import type { Resolve } from '../../../shared/platform/http/guarded/lookup.ts';
import type { Target } from '../../../shared/platform/http/guarded/target.ts';
import { simulation } from './simulation.ts';

const HTTP_PORT = 80;

/** Replaces the guarded client's exchange over a socket: it sends each request to the receiver of webhooks on the simulated network. */
export function exchange(
  { url }: Target,
  _resolve: Resolve,
  { method, headers, body = '', signal }: Exchange,
): Promise<object> {
  return new Promise((fulfil, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The request was cancelled')));
    simulation()
      .request({
        method,
        port: HTTP_PORT,
        path: url.pathname,
        headers: { ...headers },
        body: Buffer.from(body),
      })
      .then(reply => {
        fulfil(
          Object.assign(Readable.from([reply.body]), { statusCode: reply.status, headers: reply.headers }),
        );
      }, reject);
  });
}
